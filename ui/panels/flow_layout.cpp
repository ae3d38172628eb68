#include "ui/panels/flow_layout.h"

#include <algorithm>

namespace flipscope {
namespace {

constexpr int kSpace = 10;
constexpr int kLineSpace = 4;

}  // namespace

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() {
    for (const QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

int FlowLayout::count() const {
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index < 0 || index >= count() ? nullptr : m_items[static_cast<std::size_t>(index)];
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item != nullptr) m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    std::vector<QLayoutItem*> line;
    int x = rect.left(), y = rect.top(), lineHeight = 0;
    const auto endLine = [&] {
        int at = rect.left();
        for (QLayoutItem* item : line) {
            const QSize size = item->sizeHint();
            if (place) item->setGeometry(QRect(QPoint(at, y + (lineHeight - size.height()) / 2), size));
            at += size.width() + kSpace;
        }
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;  // hidden
        const QSize size = item->sizeHint();
        if (!line.empty() && x + size.width() > rect.right() + 1) {
            endLine();
            x = rect.left();
            y += lineHeight + kLineSpace;
            lineHeight = 0;
        }
        line.push_back(item);
        x += size.width() + kSpace;
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return y + lineHeight - rect.top();
}

}  // namespace flipscope
