#pragma once

#include "ui/text.h"

#include <QHBoxLayout>
#include <QLabel>

namespace flipscope {

// Adds the widget to the row behind a title that gives it the focus (with its & key), a tooltip and a name for screen
// readers. Gives the widget.
template <class Widget>
Widget* titled(QLayout& row, const QString& title, const QString& explanation, Widget* widget, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(title, box);
    label->setBuddy(widget);
    widget->setToolTip(plainToolTip(explanation));
    widget->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    layout->addWidget(label);
    layout->addWidget(widget);
    row.addWidget(box);
    return widget;
}

}  // namespace flipscope
