#include "ui/models/report_table_model.h"

#include "ui/delegates/cell_palette.h"
#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QColor>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <utility>

namespace flipscope {
namespace {

bool sameColumns(const Table& a, const Table& b) {
    return std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(),
                      [](const Column& x, const Column& y) { return x.title == y.title; });
}

// The words say it as well: colours only make it quicker to see.
QVariant foregroundOf(Tone tone) {
    const QPalette palette = QGuiApplication::palette();
    const bool dark = isDark(palette);
    switch (tone) {
        case Tone::good:
            return QColor(dark ? 0x7f : 0x1b, dark ? 0xd1 : 0x7a, dark ? 0x8b : 0x34);
        case Tone::warn:
            return QColor(dark ? 0xe5 : 0x8a, dark ? 0xb4 : 0x5a, dark ? 0x5a : 0x00);
        case Tone::bad:
            return QColor(dark ? 0xff : 0xb0, dark ? 0x8a : 0x1e, dark ? 0x80 : 0x1e);
        case Tone::dim:
            return palette.color(QPalette::PlaceholderText);
        case Tone::plain:
        case Tone::strong:
            break;
    }
    return {};
}

QVariant sortValue(const QString& text) {
    // "trial12" after "trial9": by the number at the end of an equal word.
    static const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (isNumber) return number;
    qsizetype at = text.size();
    while (at > 0 && isDigit(text[at - 1]))
        --at;
    if (at == text.size() || at == 0) return text;
    return text.left(at) + text.mid(at).rightJustified(12, u'0');
}

}  // namespace

ReportTableModel::ReportTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void ReportTableModel::setTable(Table table) {
    const bool grows = sameColumns(m_table, table) && table.rows.size() >= m_table.rows.size() && !table.rows.empty();
    if (!grows) {
        beginResetModel();
        m_table = std::move(table);
        endResetModel();
        return;
    }
    const int before = rowCount(), after = static_cast<int>(table.rows.size());
    if (after > before) beginInsertRows({}, before, after - 1);
    m_table = std::move(table);
    if (after > before) endInsertRows();
    if (before > 0) emit dataChanged(index(0, 0), index(before - 1, columnCount() - 1));
}

int ReportTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ReportTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ReportTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const auto& cells = m_table.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    if (column >= cells.size()) return {};
    const QString text = shown(cells[column].text, 2000);
    switch (role) {
        case Qt::DisplayRole:
            return text;
        case Qt::ToolTipRole:
            return plainToolTip(text);
        case kSortRole:
            return sortValue(text);
        case Qt::ForegroundRole:
            return foregroundOf(cells[column].tone);
        case Qt::FontRole: {
            if (cells[column].tone != Tone::strong) return {};
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        case Qt::TextAlignmentRole:
            return int((m_table.columns[column].align == Align::right ? Qt::AlignRight : Qt::AlignLeft) |
                       Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return shown(column.title);
    if (role == Qt::TextAlignmentRole)
        return int((column.align == Align::right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

Table lastTable(const Document& document) {
    Table last;
    for (const Block& block : document.blocks)
        if (const auto* table = std::get_if<Table>(&block)) last = *table;
    return last;
}

}  // namespace flipscope
