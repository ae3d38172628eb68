#pragma once

#include <QApplication>
#include <QHeaderView>
#include <QMouseEvent>

namespace flipscope::testing {

// Drags the right edge of a column with the mouse, as a user sets its width.
inline void dragColumn(QHeaderView& header, int column, int width) {
    const int left = header.sectionViewportPosition(column);
    const QPoint from(left + header.sectionSize(column) - 1, header.height() / 2), to(left + width - 1, from.y());
    const auto send = [&header](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
        QMouseEvent event(type, at, header.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
        QApplication::sendEvent(header.viewport(), &event);
    };
    send(QEvent::MouseMove, from, Qt::NoButton, Qt::NoButton);
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

}  // namespace flipscope::testing
