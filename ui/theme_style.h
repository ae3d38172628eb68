#pragma once

#include <QProxyStyle>

namespace flipscope {

// Fusion, with frames of check boxes that stand out from every background: Fusion draws them a shade darker than the
// window, which on a dark one cannot be seen.
class ThemeStyle : public QProxyStyle {
    Q_OBJECT
public:
    ThemeStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

}  // namespace flipscope
