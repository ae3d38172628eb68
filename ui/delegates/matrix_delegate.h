#pragma once

#include "ui/delegates/cell_palette.h"
#include "ui/delegates/text_cache.h"
#include "ui/view_state.h"

#include <QHash>
#include <QPixmap>
#include <QStyledItemDelegate>

namespace flipscope {

class MatrixModel;

// Paints the cells of a MatrixModel (no other model). A run cell is one ready pixmap of its colours and index, so that
// scrolling costs a copy a cell.
class MatrixDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit MatrixDelegate(const MatrixModel& model, QObject* parent = nullptr);

    void setColouring(CellColouring colouring);
    // Takes the colours of the theme; to be called when palette or font change.
    void setPalette(const QPalette& palette);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintKeyColumn(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintMark(QPainter& painter, const QStyleOptionViewItem& option) const;
    [[nodiscard]] const QPixmap& pixmapOf(const struct CellLook& look, const QStyleOptionViewItem& option,
                                          qreal pixelRatio) const;

    const MatrixModel& m_model;
    CellColouring m_colouring = CellColouring::byCandidate;
    bool m_dark = false;
    CellPalette m_palette;
    mutable QHash<quint64, QPixmap> m_pixmaps;
    mutable QSize m_pixmapSize;
    mutable TextCache m_texts;
};

}  // namespace flipscope
