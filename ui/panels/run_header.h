#pragma once

#include "ui/delegates/text_cache.h"

#include <QHeaderView>

namespace flipscope {

class MatrixModel;

// Header of the winner matrix: key columns written across, run names upwards, a strip in the colour of the run's
// outcome group below them.
class RunHeader : public QHeaderView {
    Q_OBJECT
public:
    RunHeader(const MatrixModel& model, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    [[nodiscard]] QString sortSign() const;
    [[nodiscard]] int stripHeight() const;  // of the outcome groups
    void paintGroup(QPainter& painter, const QRect& rect, int group) const;
    void paintRun(QPainter& painter, const QRect& rect, int section) const;

    const MatrixModel& m_model;
    mutable TextCache m_texts;
};

}  // namespace flipscope
