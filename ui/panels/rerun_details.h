#pragma once

#include "ui/models/rerun_requests.h"

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QWidget>

namespace flipscope {

class BandPlot;
class UlpPlot;

// Below the table of a re-run: the errors of one candidate and what it did on each request, the times of all, and what
// was tried.
class RerunDetails : public QWidget {
    Q_OBJECT
public:
    explicit RerunDetails(QWidget* parent = nullptr);

    // Null: no candidate, or one without a result.
    void showCandidate(const RerunResult* result, const RerunVerdict* verdict);
    // Times of the candidates that have some.
    void showReport(const RerunReport& report);
    // What the candidate did on each request.
    void showRequests(const RerunReport& report, const RerunFindings& findings, const RerunCandidate& candidate);
    void clear();

private:
    QTabWidget* m_tabs;
    QLabel *m_errorWords, *m_timeWords, *m_requestWords, *m_inputs;
    RerunRequestsModel* m_requests;
    QSortFilterProxyModel* m_sortedRequests;
    QTableView* m_requestTable;
    UlpPlot* m_errors;
    BandPlot* m_times;
};

}  // namespace flipscope
