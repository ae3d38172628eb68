#include "ui/delegates/text_cache.h"

#include <QFontMetrics>
#include <cmath>

namespace flipscope {
namespace {

constexpr qsizetype kMostTexts = 8192;

}  // namespace

void TextCache::draw(QPainter& painter, const QRectF& place, Qt::AlignmentFlag side, const QString& text,
                     Qt::TextElideMode elide) {
    if (text.isEmpty() || place.width() < 1) return;
    const QStaticText& laid = laidOut(painter, text, static_cast<int>(place.width()), elide);
    const QSizeF size = laid.size();
    const double left = side == Qt::AlignRight ? place.right() - size.width() : place.left();
    const double top = place.top() + (place.height() - size.height()) / 2;
    painter.drawStaticText(QPointF(left, std::round(top)), laid);
}

const QStaticText& TextCache::laidOut(const QPainter& painter, const QString& text, int width,
                                      Qt::TextElideMode elide) {
    if (m_font != painter.font() || m_texts.size() >= kMostTexts) {
        m_texts.clear();
        m_font = painter.font();
    }
    QStaticText& laid = m_texts[{text, width}];
    if (!laid.text().isEmpty()) return laid;
    const auto layOut = [&](const QString& words) {
        laid.setTextFormat(Qt::PlainText);
        laid.setText(words);
        laid.prepare(painter.worldTransform(), m_font);
    };
    layOut(text);
    if (laid.size().width() > width) layOut(QFontMetrics(m_font).elidedText(text, elide, width));
    return laid;
}

}  // namespace flipscope
