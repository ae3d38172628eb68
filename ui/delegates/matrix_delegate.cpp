#include "ui/delegates/matrix_delegate.h"

#include "ui/models/matrix_model.h"

#include <QPainter>

namespace flipscope {
namespace {

constexpr int kMargin = 6;
constexpr int kDot = 8;
constexpr qsizetype kMaxPixmaps = 4096;

CellKind kindOf(const CellLook& look, CellColouring colouring) {
    return colouring == CellColouring::byClass ? look.classKind : look.candidateKind;
}

std::uint8_t slotOf(const CellLook& look, CellColouring colouring) {
    return colouring == CellColouring::byClass ? look.classSlot : look.candidateSlot;
}

}  // namespace

MatrixDelegate::MatrixDelegate(const MatrixModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model), m_palette(cellPalette(false)) {}

void MatrixDelegate::setColouring(CellColouring colouring) {
    m_colouring = colouring;
    m_pixmaps.clear();
}

void MatrixDelegate::setPalette(const QPalette& palette) {
    m_dark = isDark(palette);
    m_palette = cellPalette(m_dark);
    m_pixmaps.clear();
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QString text = index.data(Qt::DisplayRole).toString();
    const int dot = index.column() == static_cast<int>(KeyColumn::verdict) ? kDot + kMargin : 0;
    return {option.fontMetrics.horizontalAdvance(text) + 2 * kMargin + dot, option.fontMetrics.height() + kMargin};
}

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const CellLook* look = m_model.look(index.row(), index.column());
    if (look == nullptr) {
        paintKeyColumn(*painter, option, index);
    } else {
        painter->drawPixmap(option.rect.topLeft(), pixmapOf(*look, option, painter->device()->devicePixelRatioF()));
        if (m_model.startsGroup(index.column()))
            painter->fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())),
                              option.palette.color(QPalette::WindowText));
    }
    if ((option.state & (QStyle::State_Selected | QStyle::State_HasFocus)) != 0) paintMark(*painter, option);
}

void MatrixDelegate::paintMark(QPainter& painter, const QStyleOptionViewItem& option) const {
    QColor colour = option.palette.color(QPalette::Highlight);
    if ((option.state & QStyle::State_Selected) != 0) {
        QColor veil = colour;
        veil.setAlpha(70);
        painter.fillRect(option.rect, veil);
    }
    if ((option.state & QStyle::State_HasFocus) == 0) return;
    painter.setPen(QPen(option.palette.color(QPalette::WindowText), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(option.rect.adjusted(1, 1, -1, -1));
}

void MatrixDelegate::paintKeyColumn(QPainter& painter, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
    const auto column = static_cast<KeyColumn>(index.column());
    const KeyRow& row = m_model.keyRow(index.row());
    const QPalette& palette = option.palette;
    painter.fillRect(option.rect, palette.color(index.row() % 2 == 0 ? QPalette::Base : QPalette::AlternateBase));
    QRect text = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    if (column == KeyColumn::verdict) {
        if (row.flips) {
            const QRect dot(text.left(), text.center().y() - kDot / 2 + 1, kDot, kDot);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(verdictColour(row.verdict, m_dark));
            painter.drawEllipse(dot);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        text.setLeft(text.left() + kDot + kMargin);
    }
    const bool quiet = !row.flips && column != KeyColumn::label && column != KeyColumn::id;
    painter.setPen(palette.color(quiet ? QPalette::PlaceholderText : QPalette::Text));
    m_texts.draw(painter, text, isNumber(column) ? Qt::AlignRight : Qt::AlignLeft, textOf(row, column),
                 column == KeyColumn::label ? Qt::ElideMiddle : Qt::ElideRight);
}

const QPixmap& MatrixDelegate::pixmapOf(const CellLook& look, const QStyleOptionViewItem& option,
                                        qreal pixelRatio) const {
    if (option.rect.size() != m_pixmapSize || m_pixmaps.size() > kMaxPixmaps) {
        m_pixmaps.clear();
        m_pixmapSize = option.rect.size();
    }
    const CellKind kind = kindOf(look, m_colouring);
    const std::uint8_t slot = kind == CellKind::winner ? slotOf(look, m_colouring) : std::uint8_t{0};
    const quint64 word = kind == CellKind::none ? static_cast<quint64>(look.source) : quint64{look.candidate};
    const quint64 name = (word << 16) | (static_cast<quint64>(kind) << 8) | slot;
    QPixmap& pixmap = m_pixmaps[name];
    if (!pixmap.isNull() && pixmap.devicePixelRatio() == pixelRatio) return pixmap;
    pixmap = QPixmap(m_pixmapSize * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    const CellColours& colours = m_palette.of(kind, slot);
    const QRect area(QPoint(0, 0), m_pixmapSize);
    pixmap.fill(option.palette.color(QPalette::Base));
    QPainter painter(&pixmap);
    const QRect inner = area.adjusted(0, 0, -1, -1);  // one pixel stays free: the grid
    painter.fillRect(inner, colours.fill);
    if (colours.hatched) {
        QColor line = colours.text;
        line.setAlpha(45);
        painter.fillRect(inner, QBrush(line, Qt::BDiagPattern));
    }
    painter.setFont(option.font);
    painter.setPen(colours.text);
    painter.drawText(inner, Qt::AlignCenter, m_model.cellText(look));
    return pixmap;
}

}  // namespace flipscope
