#include "ui/panels/run_header.h"

#include "ui/delegates/cell_palette.h"
#include "ui/models/matrix_model.h"
#include "ui/outcome_words.h"

#include <QPainter>
#include <algorithm>

namespace flipscope {
namespace {

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
    return {QHeaderView::sizeHint().width(), height + stripHeight() + 2 * kMargin};
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
        const QRect text = rect.adjusted(kMargin, 0, -kMargin, -stripHeight() - 2);
        painter->setPen(palette().color(QPalette::ButtonText));
        if (sortIndicatorSection() == section)  // above the title: the header is high enough
            painter->drawText(text.adjusted(0, 0, 0, -fontMetrics().height()), Qt::AlignLeft | Qt::AlignBottom,
                              sortSign());
        const QString title = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        const QRect line(text.left(), text.bottom() + 1 - fontMetrics().height(), text.width(), fontMetrics().height());
        const int alignment = m_model.headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        m_texts.draw(*painter, line, (alignment & Qt::AlignRight) != 0 ? Qt::AlignRight : Qt::AlignLeft, title);
    }
    painter->restore();
}

int RunHeader::stripHeight() const {
    return fontMetrics().height();
}

QString RunHeader::sortSign() const {
    return sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("▲") : QStringLiteral("▼");
}

void RunHeader::paintGroup(QPainter& painter, const QRect& rect, int group) const {
    const CellColours colours = groupColours(group, isDark(palette()));
    painter.fillRect(rect, colours.fill);
    if (colours.hatched) {
        QColor line = colours.text;
        line.setAlpha(60);
        painter.fillRect(rect, QBrush(line, Qt::BDiagPattern));
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
    painter.setPen(colours.text);
    painter.drawText(rect, Qt::AlignCenter, groupLetter(group));
}

void RunHeader::paintRun(QPainter& painter, const QRect& rect, int section) const {
    const int group = m_model.groupOfColumn(section);
    if (m_model.hasOutcomeGroups())
        paintGroup(painter, QRect(rect.left(), rect.bottom() - stripHeight(), rect.width() - 1, stripHeight()), group);
    if (m_model.startsGroup(section))
        painter.fillRect(QRect(rect.topLeft(), QSize(2, rect.height())), palette().color(QPalette::WindowText));
    const int length = rect.height() - stripHeight() - 2 * kMargin;
    QString name = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    if (sortIndicatorSection() == section) name += QLatin1Char(' ') + sortSign();
    painter.translate(rect.left(), rect.bottom() - stripHeight() - kMargin);
    painter.rotate(-90);
    painter.setPen(palette().color(QPalette::ButtonText));
    m_texts.draw(painter, QRect(0, 0, length, rect.width()), Qt::AlignLeft, name, Qt::ElideMiddle);
}

}  // namespace flipscope
