#include "ui/panels/column_widths.h"

#include <QEvent>
#include <QHeaderView>

namespace flipscope {

ColumnWidths::ColumnWidths(QHeaderView& header) : QObject(&header), m_header(header) {
    connect(&header, &QHeaderView::sectionResized, this, [this](int column, int, int width) { take(column, width); });
    watch(header);
}

void ColumnWidths::watch(QHeaderView& other) {
    other.viewport()->installEventFilter(this);
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick) m_held = true;
    if (event->type() == QEvent::MouseButtonRelease) m_held = false;
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::take(int column, int width) {
    // The last column of many tables is stretched by the layout while another one is dragged.
    const bool stretched = m_header.stretchLastSection() && column + 1 == m_header.count();
    if (m_held && !stretched && width > 0) m_byHand[column] = width;
}

void ColumnWidths::fit(int column, int width) {
    if (column >= m_header.count()) return;
    const auto byHand = m_byHand.find(column);
    m_header.resizeSection(column, byHand == m_byHand.end() ? width : byHand->second);
}

}  // namespace flipscope
