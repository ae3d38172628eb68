#pragma once

#include "ui/models/runs_model.h"
#include "ui/view_state.h"

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

private:
    void checkSelected(Qt::CheckState check);
    void checkAll(bool checked);
    void fitColumns();

    ViewState& m_state;
    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    OutcomePanel* m_outcome;
    QTableView* m_table;
};

}  // namespace flipscope
