#pragma once

#include "ui/models/matrix_arrangement.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace flipscope {

// Raw numbers for sorting and for tests.
inline constexpr int kSortRole = Qt::UserRole;

// What a key column shows.
[[nodiscard]] const QString& textOf(const KeyRow& row, KeyColumn column);
// Whether it shows numbers, which stand at the right.
[[nodiscard]] bool isNumber(KeyColumn column);

// Keys (rows) by key columns and runs (columns), in the arrangement given. Thin: it only looks up what
// buildMatrixTable, arrangeRows and arrangeColumns made.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit MatrixModel(QObject* parent = nullptr);

    // Columns that do not belong to the table are left out.
    void setTable(std::shared_ptr<const MatrixTable> table, std::vector<std::size_t> rows, ColumnOrder columns);
    void setRows(std::vector<std::size_t> rows);
    // outcome names the groups in tooltips; may be null.
    void setColumnOrder(ColumnOrder columns, std::shared_ptr<const Outcome> outcome);

    [[nodiscard]] const std::shared_ptr<const MatrixTable>& table() const { return m_table; }
    // Row of a key, -1 when the filter hides it.
    [[nodiscard]] int rowOf(KeyIndex key) const;
    // Precondition: row < rowCount().
    [[nodiscard]] const KeyRow& keyRow(int row) const;
    // Null for key columns and outside the table.
    [[nodiscard]] const CellLook* look(int row, int column) const;
    [[nodiscard]] std::optional<std::size_t> matrixColumn(int column) const;
    [[nodiscard]] bool hasOutcomeGroups() const { return m_outcome != nullptr && !m_outcome->groups.empty(); }
    // Outcome group of a run column; -1 without.
    [[nodiscard]] int groupOfColumn(int column) const;
    // A run column whose left neighbour is a run of another outcome group.
    [[nodiscard]] bool startsGroup(int column) const;
    // By number of characters; empty without runs.
    [[nodiscard]] const QString& longestRunName() const { return m_longestRunName; }
    // Text of a cell: the candidate's index, or the sign of why there is none.
    [[nodiscard]] const QString& cellText(const CellLook& look) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant keyData(const KeyRow& row, KeyColumn column, int role) const;
    [[nodiscard]] QString cellToolTip(const KeyRow& row, const CellLook& look, std::size_t matrixColumn) const;
    [[nodiscard]] QString runToolTip(std::size_t position) const;
    void takeColumns(ColumnOrder columns);

    std::shared_ptr<const MatrixTable> m_table;
    std::shared_ptr<const Outcome> m_outcome;
    std::vector<std::size_t> m_rows;
    ColumnOrder m_columns;
    std::vector<QString> m_runNames;  // by matrix column
    QString m_longestRunName;
    mutable std::vector<QString> m_indexTexts;  // by candidate index, made when first shown
};

}  // namespace flipscope
