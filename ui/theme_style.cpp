#include "ui/theme_style.h"

#include <QPainter>
#include <QStyleOption>

namespace flipscope {

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox) return;  // those in tables come here too
    QColor frame = option->palette.color(QPalette::Text);
    frame.setAlphaF(0.6F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(frame);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

}  // namespace flipscope
