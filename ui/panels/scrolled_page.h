#pragma once

#include <QScrollArea>
#include <QVBoxLayout>

namespace flipscope {

// Fills the page with its content, which scrolls where the window is smaller.
inline void scrollWhole(QWidget& page, QWidget* content) {
    auto* scroll = new QScrollArea(&page);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* whole = new QVBoxLayout(&page);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
}

}  // namespace flipscope
