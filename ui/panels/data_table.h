#pragma once

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace flipscope {

// What all plain tables of the window have in common: sorting by raw numbers, copying, a name for screen readers, calm
// grid, whole rows of equal height.
void setUpDataTable(QTableView& table, QSortFilterProxyModel& model, const QString& name);

// Columns as wide as their texts need (of the first rows) where the table has the room, else the widest are cut; those
// that the user set by hand stay. Precondition: setUpDataTable(table).
void fitDataTable(QTableView& table);

// A line that filters all columns of the model by part of their text.
void setUpFilter(QLineEdit& line, QSortFilterProxyModel& model, const QString& name);

}  // namespace flipscope
