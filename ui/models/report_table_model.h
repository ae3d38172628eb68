#pragma once

#include "core/report/document.h"

#include <QAbstractTableModel>
#include <vector>

namespace flipscope {

// A table of a report (core/report) in a view: texts, alignment, tones as colours, columns of numbers sorted as such.
class ReportTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ReportTableModel(QObject* parent = nullptr);

    // Rows that were there before stay in place when the columns are the same, so that a selection survives progress.
    void setTable(Table table);
    [[nodiscard]] const Table& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Table m_table;
};

// The table of the document that has a row a run or a variant: its last one; empty when it has none.
[[nodiscard]] Table lastTable(const Document& document);

}  // namespace flipscope
