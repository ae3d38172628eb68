#pragma once

#include "ui/text.h"

#include <QString>
#include <QVariant>

namespace flipscope {

// What stands above a column of a table, and what it means (shown as its tooltip). UTF-8.
struct ColumnHead {
    const char* title;
    const char* explanation;
};

// For QAbstractItemModel::headerData; no value for roles that a head does not have.
[[nodiscard]] inline QVariant headData(const ColumnHead& head, int role) {
    if (role == Qt::DisplayRole) return QString::fromUtf8(head.title);
    if (role == Qt::ToolTipRole) return plainToolTip(QString::fromUtf8(head.explanation));
    return {};
}

}  // namespace flipscope
