#pragma once

#include "ui/rerun_values.h"

#include <QString>
#include <QWidget>
#include <vector>

class QCustomPlot;

namespace flipscope {

// "exactly 0", "up to 4", "more": what a bin of ErrorSummary::ulpHistogram holds, in ULP.
[[nodiscard]] QString ulpBinName(std::size_t bin);

// Bins up to the last that holds something in one of the errors, at least two.
[[nodiscard]] std::size_t ulpBinsUsed(const std::vector<ErrorSummary>& errors);

// How far the elements of one output are from the float64 reference: a bar a bin and precision model, elements on a
// logarithmic axis. Draws finished numbers.
class UlpPlot : public QWidget {
    Q_OBJECT
public:
    explicit UlpPlot(QWidget* parent = nullptr);

    // Empty: nothing to show.
    void setErrors(const std::vector<ErrorSummary>& errors);

protected:
    void changeEvent(QEvent* event) override;

private:
    void redraw();

    QCustomPlot* m_plot;
    std::vector<ErrorSummary> m_errors;
};

}  // namespace flipscope
