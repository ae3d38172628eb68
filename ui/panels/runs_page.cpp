#include "ui/panels/runs_page.h"

#include "ui/panels/data_table.h"
#include "ui/panels/outcome_panel.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace flipscope {

RunsPage::RunsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_model(new RunsModel(state, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_outcome(new OutcomePanel(state, this)),
      m_table(new QTableView(this)) {
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

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_outcome);
    layout->addLayout(buttons);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(&state, &ViewState::analysisChanged, this, &RunsPage::fitColumns);
    connect(&state, &ViewState::outcomeChanged, this, &RunsPage::fitColumns);
}

void RunsPage::fitColumns() {
    fitDataTable(*m_table);
}

void RunsPage::checkAll(bool checked) {
    std::vector<RunIndex> runs;
    for (int row = 0; checked && row < m_model->rowCount(); ++row)
        runs.push_back(RunIndex{static_cast<std::uint32_t>(row)});
    m_state.setCheckedRuns(runs);
}

void RunsPage::checkSelected(Qt::CheckState check) {
    std::set<RunIndex> checked;
    for (const RunIndex run : m_state.checkedRuns())
        checked.insert(run);
    for (const QModelIndex& cell : m_table->selectionModel()->selectedIndexes()) {
        const RunIndex run{static_cast<std::uint32_t>(m_sorted->mapToSource(cell).row())};
        if (check == Qt::Checked) {
            checked.insert(run);
        } else {
            checked.erase(run);
        }
    }
    m_state.setCheckedRuns({checked.begin(), checked.end()});
}

}  // namespace flipscope
