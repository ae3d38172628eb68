#include "ui/panels/run_header.h"

#include "ui/delegates/cell_palette.h"
#include "ui/models/matrix_model.h"

#include <QPainter>

namespace flipscope {
namespace {

constexpr int kStrip = 5;
constexpr int kMargin = 6;
constexpr int kNameLetters = 11;  // of average width: longer run names are cut in the middle

}  // namespace

RunHeader::RunHeader(const MatrixModel& model, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), m_model(model) {
    setSectionsClickable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
}

QSize RunHeader::sizeHint() const {
    const QSize plain = QHeaderView::sizeHint();
    return {plain.width(), fontMetrics().averageCharWidth() * kNameLetters + kStrip + 2 * kMargin};
}

void RunHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    if (!rect.isValid()) return;
    painter->save();
    painter->fillRect(rect, palette().color(QPalette::Button));
    painter->setPen(palette().color(QPalette::Mid));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    if (m_model.matrixColumn(section)) {
        paintRun(*painter, rect, section);
    } else {
        painter->drawLine(rect.topRight(), rect.bottomRight());
        const QRect text = rect.adjusted(kMargin, 0, -kMargin, -kStrip - 2);
        painter->setPen(palette().color(QPalette::ButtonText));
        if (sortIndicatorSection() == section)  // above the title: the header is high enough
            painter->drawText(text.adjusted(0, 0, 0, -fontMetrics().height()), Qt::AlignLeft | Qt::AlignBottom,
                              sortSign());
        const QString title = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        painter->drawText(text, static_cast<int>(Qt::AlignLeft | Qt::AlignBottom) | Qt::TextSingleLine,
                          fontMetrics().elidedText(title, Qt::ElideRight, text.width()));
    }
    painter->restore();
}

QString RunHeader::sortSign() const {
    return sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("▲") : QStringLiteral("▼");
}

void RunHeader::paintRun(QPainter& painter, const QRect& rect, int section) const {
    const int group = m_model.groupOfColumn(section);
    if (group >= 0)
        painter.fillRect(QRect(rect.left(), rect.bottom() - kStrip, rect.width() - 1, kStrip),
                         groupColour(group, isDark(palette())));
    if (m_model.startsGroup(section))
        painter.fillRect(QRect(rect.topLeft(), QSize(2, rect.height())), palette().color(QPalette::WindowText));
    const int length = rect.height() - kStrip - 2 * kMargin;
    QString name = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    if (sortIndicatorSection() == section) name += QLatin1Char(' ') + sortSign();
    painter.translate(rect.left(), rect.bottom() - kStrip - kMargin);
    painter.rotate(-90);
    painter.setPen(palette().color(QPalette::ButtonText));
    painter.drawText(QRect(0, 0, length, rect.width()),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(name, Qt::ElideMiddle, length));
}

}  // namespace flipscope
