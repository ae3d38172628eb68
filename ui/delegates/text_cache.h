#pragma once

#include <QFont>
#include <QHash>
#include <QPainter>
#include <QRectF>
#include <QStaticText>
#include <utility>

namespace flipscope {

// Draws single lines of plain text whose glyphs were laid out before: laying text out anew in each frame is most of
// what scrolling a table costs. Texts too long for their place are elided. Thread rule: UI thread only.
class TextCache {
public:
    // In the font and pen of the painter, vertically centred in the place. side: Qt::AlignLeft or Qt::AlignRight.
    void draw(QPainter& painter, const QRectF& place, Qt::AlignmentFlag side, const QString& text,
              Qt::TextElideMode elide = Qt::ElideRight);

    [[nodiscard]] qsizetype size() const { return m_texts.size(); }

private:
    const QStaticText& laidOut(const QPainter& painter, const QString& text, int width, Qt::TextElideMode elide);

    QFont m_font;
    QHash<std::pair<QString, int>, QStaticText> m_texts;  // by text and width of its place
};

}  // namespace flipscope
