#pragma once

#include "core/model/load_report.h"
#include "ui/models/rows_model.h"

namespace flipscope {

struct ProblemRows {
    using Row = Problem;
    enum class Column { kind, path, line, message, Count };
    static QString title(Column column);
    static QString text(const Row& row, Column column);
    static QVariant number(const Row& row, Column column);
};

struct NoteRows {
    using Row = Note;
    enum class Column { kind, path, message, Count };
    static QString title(Column column);
    static QString text(const Row& row, Column column);
    static QVariant number(const Row& row, Column column);
};

using ProblemsModel = RowsModel<ProblemRows>;
using NotesModel = RowsModel<NoteRows>;

// Kinds in words, for people.
[[nodiscard]] QString inWords(ProblemKind kind);
[[nodiscard]] QString inWords(NoteKind kind);

}  // namespace flipscope
