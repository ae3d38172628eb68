#pragma once

#include "ui/models/report_models.h"
#include "ui/view_state.h"

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

namespace flipscope {

// The load report: what was read, what was dropped and why.
class ReportPage : public QWidget {
    Q_OBJECT
public:
    explicit ReportPage(ViewState& state, QWidget* parent = nullptr);

private:
    void refill();

    ViewState& m_state;
    ProblemsModel* m_problems;
    NotesModel* m_notes;
    QLabel* m_summary;
    QLabel* m_problemsTitle;
    QLabel* m_notesTitle;
    QTableView* m_problemsTable;
    QTableView* m_notesTable;
};

// "28 files, 6.4 MB, 1,176 records read; 2 records skipped; 3 problems".
[[nodiscard]] QString countersInWords(const LoadReport& report);

}  // namespace flipscope
