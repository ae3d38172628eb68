#pragma once

#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QAbstractTableModel>
#include <utility>
#include <vector>

namespace flipscope {

// A read-only table over a vector of rows. Traits say what a row is and shows:
//     using Row; enum class Column {…, Count};
//     static QString title(Column); static QString text(const Row&, Column);
//     static QVariant number(const Row&, Column);   // raw value for sorting; invalid: sort by text
template <class Traits>
class RowsModel : public QAbstractTableModel {
public:
    using Row = typename Traits::Row;
    using Column = typename Traits::Column;

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<Row> rows) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(Column::Count);
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
        const Row& row = m_rows[static_cast<std::size_t>(index.row())];
        const auto column = static_cast<Column>(index.column());
        switch (role) {
            case Qt::DisplayRole:
                return Traits::text(row, column);
            case Qt::ToolTipRole:
                return plainToolTip(Traits::text(row, column));
            case kSortRole: {
                const QVariant number = Traits::number(row, column);
                return number.isValid() ? number : QVariant(Traits::text(row, column));
            }
            default:
                return {};
        }
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (role != Qt::DisplayRole || section < 0) return {};
        if (orientation == Qt::Vertical) return section < rowCount() ? QVariant(section + 1) : QVariant();
        return section < columnCount() ? QVariant(Traits::title(static_cast<Column>(section))) : QVariant();
    }

private:
    std::vector<Row> m_rows;
};

}  // namespace flipscope
