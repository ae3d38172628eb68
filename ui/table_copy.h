#pragma once

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>
#include <QTableView>
#include <vector>

namespace flipscope {

// A table as text: what the cells show.
struct TextTable {
    QStringList header;
    std::vector<QStringList> rows;
};

// The whole model, or the smallest rows × columns that hold the given cells (hidden columns left out by the caller).
[[nodiscard]] TextTable textOf(const QAbstractItemModel& model);
[[nodiscard]] TextTable textOf(const QModelIndexList& cells);

// Columns aligned by spaces / Markdown with escaped bars / CSV as the command line writes it (RFC 4180, nothing that a
// spreadsheet would run). Line breaks inside cells become spaces, in CSV a visible sign.
[[nodiscard]] QString toAlignedText(const TextTable& table);
[[nodiscard]] QString toMarkdown(const TextTable& table);
[[nodiscard]] QString toCsv(const TextTable& table);

// Gives a table view Ctrl+C (selected cells, tab-separated) and a context menu that copies the selection or the whole
// table as text, Markdown or CSV.
void addTableCopy(QTableView& view);

}  // namespace flipscope
