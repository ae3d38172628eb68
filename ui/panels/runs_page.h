#pragma once

#include "ui/models/runs_model.h"
#include "ui/view_state.h"

#include <QAction>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

namespace flipscope {

class OutcomePanel;

// The runs with their outcome, labels and checkboxes, and the choice of the outcome.
class RunsPage : public QWidget {
    Q_OBJECT
public:
    explicit RunsPage(ViewState& state, QWidget* parent = nullptr);

    [[nodiscard]] OutcomePanel& outcomePanel() { return *m_outcome; }

signals:
    // runs: ids before the split. split: treat their logs as of several processes; else as of one again.
    void splitWanted(const std::vector<std::string>& runs, bool split);

private:
    void addSplitActions();
    void offerSplit();
    [[nodiscard]] std::vector<RunIndex> selectedRuns() const;
    [[nodiscard]] std::vector<std::string> splittable() const;
    [[nodiscard]] std::vector<std::string> joinable() const;
    void checkSelected(Qt::CheckState check);
    void checkAll(bool checked);
    void fitColumns();

    ViewState& m_state;
    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    OutcomePanel* m_outcome;
    QTableView* m_table;
    QAction* m_split;
    QAction* m_join;
};

}  // namespace flipscope
