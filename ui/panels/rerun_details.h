#pragma once

#include "ui/rerun_values.h"

#include <QLabel>
#include <QTabWidget>
#include <QWidget>

namespace flipscope {

class BandPlot;
class UlpPlot;

// Below the table of a re-run: the errors of one candidate, the times of all, and what was tried.
class RerunDetails : public QWidget {
    Q_OBJECT
public:
    explicit RerunDetails(QWidget* parent = nullptr);

    // Null: no candidate, or one without a result.
    void showCandidate(const RerunResult* result, const RerunVerdict* verdict);
    // Times of the candidates that have some.
    void showReport(const RerunReport& report);
    void clear();

private:
    QTabWidget* m_tabs;
    QLabel *m_errorWords, *m_timeWords, *m_inputs;
    UlpPlot* m_errors;
    BandPlot* m_times;
};

}  // namespace flipscope
