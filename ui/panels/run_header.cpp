#include "ui/panels/run_header.h"

#include "ui/delegates/cell_palette.h"
#include "ui/models/matrix_model.h"

#include <QPainter>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kStrip = 5;
constexpr int kMargin = 6;
// Of average width: room for run names. Longer ones are cut in the middle and whole in the tooltip.
constexpr int kFewestLetters = 5, kMostLetters = 22;

}  // namespace

RunHeader::RunHeader(const MatrixModel& model, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), m_model(model) {
    setSectionsClickable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
    connect(&model, &QAbstractItemModel::modelReset, this, &QHeaderView::geometriesChanged);  // other names
}

// The names stand upright, beside the sign of sorting; titles of key columns have that sign above them.
QSize RunHeader::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    const int letter = metrics.averageCharWidth();
    const int name =
        std::clamp(metrics.horizontalAdvance(m_model.longestRunName()), letter * kFewestLetters, letter * kMostLetters);
    const int height = std::max(name + metrics.horizontalAdvance(QStringLiteral(" ▼")), 2 * metrics.height());
    return {QHeaderView::sizeHint().width(), height + kStrip + 2 * kMargin};
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
        const QRect line(text.left(), text.bottom() + 1 - fontMetrics().height(), text.width(), fontMetrics().height());
        m_texts.draw(*painter, line, Qt::AlignLeft, title);
    }
    painter->restore();
}

QString RunHeader::sortSign() const {
    return sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("▲") : QStringLiteral("▼");
}

void RunHeader::paintRun(QPainter& painter, const QRect& rect, int section) const {
    const int group = m_model.groupOfColumn(section);
    if (m_model.hasOutcome())
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
    m_texts.draw(painter, QRect(0, 0, length, rect.width()), Qt::AlignLeft, name, Qt::ElideMiddle);
}

}  // namespace flipscope
