#include "ui/panels/column_widths.h"

#include <QEvent>
#include <QHeaderView>
#include <algorithm>

namespace flipscope {

std::vector<int> sharedWidths(std::vector<int> wanted, int room, int least) {
    std::vector<int> ascending = wanted;
    std::sort(ascending.begin(), ascending.end());
    int left = room;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        const int share = std::max(least, left / static_cast<int>(ascending.size() - i));
        if (ascending[i] > share) {
            for (int& width : wanted)
                width = std::min(width, share);
            return wanted;
        }
        left -= ascending[i];
    }
    return wanted;
}

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
    if (event->type() == QEvent::Resize && watched == m_header.viewport()) share();
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

void ColumnWidths::fitAll(std::vector<int> wanted, int least) {
    m_wanted = std::move(wanted);
    m_least = least;
    share();
}

void ColumnWidths::share() {
    std::vector<int> free = m_wanted;
    int room = m_header.viewport()->width();
    for (const auto& [column, width] : m_byHand) {
        if (static_cast<std::size_t>(column) >= free.size()) continue;
        free[static_cast<std::size_t>(column)] = 0;
        room -= width;
    }
    const std::vector<int> widths = sharedWidths(std::move(free), room, m_least);
    for (std::size_t column = 0; column < widths.size(); ++column)
        fit(static_cast<int>(column), widths[column]);
}

}  // namespace flipscope
