#include "ui/panels/data_table.h"

#include "ui/models/matrix_model.h"
#include "ui/panels/column_widths.h"
#include "ui/table_copy.h"

#include <QHeaderView>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kRowPadding = 8, kTitlePadding = 14;
constexpr int kFewestLetters = 32;  // of a column that is cut
constexpr int kRowsMeasured = 200;

// What a column needs to show its title and its first rows.
int contentsWidth(const QTableView& table, int column) {
    const QAbstractItemView& view = table;  // the hint is public there only
    const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
    // Without room for the arrow of sorting, which only one column has.
    return std::max(table.fontMetrics().horizontalAdvance(title) + kTitlePadding, view.sizeHintForColumn(column));
}

}  // namespace

void setUpDataTable(QTableView& table, QSortFilterProxyModel& model, const QString& name) {
    model.setSortRole(kSortRole);
    table.setModel(&model);
    table.setSortingEnabled(true);
    table.sortByColumn(-1, Qt::AscendingOrder);
    table.setAlternatingRowColors(true);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideMiddle);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + kRowPadding);
    table.horizontalHeader()->setStretchLastSection(false);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table.horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
    table.setAccessibleName(name);
    new ColumnWidths(*table.horizontalHeader());
    addTableCopy(table);
}

void fitDataTable(QTableView& table) {
    QHeaderView& header = *table.horizontalHeader();
    std::vector<int> wanted;
    for (int column = 0; column < header.count(); ++column)
        wanted.push_back(contentsWidth(table, column));
    header.findChild<ColumnWidths*>()->fitAll(std::move(wanted),
                                              table.fontMetrics().averageCharWidth() * kFewestLetters);
}

void setUpFilter(QLineEdit& line, QSortFilterProxyModel& model, const QString& name) {
    line.setPlaceholderText(name + QStringLiteral(" …"));
    line.setAccessibleName(name);
    line.setClearButtonEnabled(true);
    model.setFilterKeyColumn(-1);
    model.setFilterCaseSensitivity(Qt::CaseInsensitive);
    QObject::connect(&line, &QLineEdit::textChanged, &model, &QSortFilterProxyModel::setFilterFixedString);
}

}  // namespace flipscope
