#include "ui/plots/axis_colours.h"

#include <QFont>
#include <QPalette>

#include <qcustomplot.h>

namespace flipscope {

void colourAxes(QCustomPlot& plot, const QPalette& palette, const QFont& font) {
    constexpr int kFaint = 38;  // of 255
    const QColor text = palette.color(QPalette::WindowText);
    QColor faint = text;
    faint.setAlpha(kFaint);
    plot.setBackground(palette.color(QPalette::Base));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(QPen(text));
        axis->setTickPen(QPen(text));
        axis->setSubTickPen(QPen(text));
        axis->setTickLabelColor(text);
        axis->setLabelColor(text);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->grid()->setPen(QPen(faint));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

}  // namespace flipscope
