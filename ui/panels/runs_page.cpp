#include "ui/panels/runs_page.h"

#include "ui/panels/data_table.h"
#include "ui/panels/outcome_panel.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace flipscope {

RunsPage::RunsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_model(new RunsModel(state, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_outcome(new OutcomePanel(state, this)),
      m_table(new QTableView(this)),
      m_split(new QAction(QStringLiteral("S&plit into processes"), this)),
      m_join(new QAction(QStringLiteral("&Join again"), this)) {
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Runs"));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    auto* filter = new QLineEdit(this);
    setUpFilter(*filter, *m_sorted, QStringLiteral("Filter runs"));

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(filter, 1);
    const auto addButton = [&](const QString& text, auto action) {
        auto* button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this, action);
        buttons->addWidget(button);
    };
    addButton(QStringLiteral("&Check all"), [this] { checkAll(true); });
    addButton(QStringLiteral("Check &selected"), [this] { checkSelected(Qt::Checked); });
    addButton(QStringLiteral("&Uncheck selected"), [this] { checkSelected(Qt::Unchecked); });
    addSplitActions();
    for (QAction* action : {m_split, m_join}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        connect(action, &QAction::changed, button, [button, action] { button->setVisible(action->isVisible()); });
        button->setVisible(action->isVisible());
        buttons->addWidget(button);
    }

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_outcome);
    layout->addLayout(buttons);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(&state, &ViewState::analysisChanged, this, &RunsPage::fitColumns);
    connect(&state, &ViewState::outcomeChanged, this, &RunsPage::fitColumns);
}

void RunsPage::addSplitActions() {
    m_split->setToolTip(plainToolTip(
        QStringLiteral("Reads the log of the selected runs as of several processes: another one begins wherever a key "
                       "is tuned again. For runs that are perhaps two processes.")));
    m_join->setToolTip(plainToolTip(QStringLiteral("Reads the log of the selected runs as of one process again")));
    m_table->insertActions(m_table->actions().value(0), {m_split, m_join});
    connect(m_split, &QAction::triggered, this, [this] { emit splitWanted(splittable(), true); });
    connect(m_join, &QAction::triggered, this, [this] { emit splitWanted(joinable(), false); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::offerSplit);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPage::offerSplit);
    offerSplit();
}

void RunsPage::offerSplit() {
    const auto& dataset = m_state.dataset();
    const bool anyPerhaps = dataset != nullptr && std::any_of(dataset->runs.begin(), dataset->runs.end(),
                                                              [](const Run& run) { return run.perhapsTwoProcesses; });
    m_split->setVisible(anyPerhaps);
    m_split->setEnabled(!splittable().empty());
    m_join->setVisible(!m_state.splitByHand().empty());
    m_join->setEnabled(!joinable().empty());
}

std::vector<RunIndex> RunsPage::selectedRuns() const {
    std::set<RunIndex> runs;
    for (const QModelIndex& cell : m_table->selectionModel()->selectedIndexes())
        runs.insert(RunIndex{static_cast<std::uint32_t>(m_sorted->mapToSource(cell).row())});
    return {runs.begin(), runs.end()};
}

std::vector<std::string> RunsPage::splittable() const {
    std::vector<std::string> names;
    for (const RunIndex run : selectedRuns())
        if (runOf(*m_state.dataset(), run).perhapsTwoProcesses) names.push_back(runOf(*m_state.dataset(), run).id);
    return names;
}

std::vector<std::string> RunsPage::joinable() const {
    std::set<std::string> names;
    for (const RunIndex run : selectedRuns())
        if (const auto name = m_state.splitRunOf(run)) names.insert(*name);
    return {names.begin(), names.end()};
}

void RunsPage::fitColumns() {
    fitDataTable(*m_table);
}

void RunsPage::checkAll(bool checked) {
    const bool any = checked && m_state.dataset() != nullptr;
    m_state.setCheckedRuns(any ? allRuns(*m_state.dataset()) : std::vector<RunIndex>());
}

void RunsPage::checkSelected(Qt::CheckState check) {
    std::set<RunIndex> checked;
    for (const RunIndex run : m_state.checkedRuns())
        checked.insert(run);
    for (const RunIndex run : selectedRuns()) {
        if (check == Qt::Checked) {
            checked.insert(run);
        } else {
            checked.erase(run);
        }
    }
    m_state.setCheckedRuns({checked.begin(), checked.end()});
}

}  // namespace flipscope
