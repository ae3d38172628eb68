#pragma once

#include "ui/models/sides_model.h"
#include "ui/view_state.h"

#include <QWidget>

class QComboBox;
class QTableView;

namespace flipscope {

// Which runs are good and which are bad: preset from the groups of the outcome in view, changed by other groups or by
// ticks. What the user has ticked stays while runs and groups are the same.
class SidesBox : public QWidget {
    Q_OBJECT
public:
    explicit SidesBox(ViewState& state, QWidget* parent = nullptr);

    [[nodiscard]] SidesModel& model() { return *m_model; }
    [[nodiscard]] const SidesModel& model() const { return *m_model; }

private:
    void takeOutcome();
    void offerGroups();
    void nameGroups();
    void fitTable();
    void takeGroups();

    ViewState& m_state;
    SidesModel* m_model;
    QComboBox *m_good, *m_bad;
    QTableView* m_table;
    // Of which the sides are now.
    std::weak_ptr<const Dataset> m_dataset;
    std::vector<RunIndex> m_runs;
    std::vector<int> m_groupOf;
};

}  // namespace flipscope
