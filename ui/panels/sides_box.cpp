#include "ui/panels/sides_box.h"

#include "ui/outcome_words.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/titled.h"
#include "ui/text.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kNoGroup = -1;
constexpr int kFewestRows = 3, kMostRows = 9;  // beyond these the table scrolls

QString groupText(const Outcome& outcome, std::size_t group) {
    return QStringLiteral("%1 “%2” (%3)")
        .arg(groupLetter(static_cast<int>(group)), shown(outcome.groups[group].name, 40),
             counted(outcome.groups[group].members.size(), "run", "runs"));
}

}  // namespace

SidesBox::SidesBox(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_model(new SidesModel(this)),
      m_good(new QComboBox(this)),
      m_bad(new QComboBox(this)),
      m_table(new QTableView(this)) {
    auto* row = new FlowLayout;
    titled(*row, QStringLiteral("&Good runs"), QStringLiteral("The outcome group that you want"), m_good, this);
    titled(*row, QStringLiteral("&Bad runs"), QStringLiteral("The outcome group that went wrong"), m_bad, this);
    for (QComboBox* combo : {m_good, m_bad}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(combo, &QComboBox::activated, this, &SidesBox::takeGroups);
    }
    auto* swap = new QPushButton(QStringLiteral("S&wap"), this);
    swap->setToolTip(plainToolTip(QStringLiteral("Good runs become bad ones, and bad ones good")));
    connect(swap, &QPushButton::clicked, this, [this] {
        const int good = m_good->currentIndex();
        m_good->setCurrentIndex(m_bad->currentIndex());
        m_bad->setCurrentIndex(good);
        m_model->swapSides();
    });
    row->addWidget(swap);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *sorted, QStringLiteral("Good and bad runs"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::outcomeChanged})
        connect(&m_state, signal, this, &SidesBox::takeOutcome);
    takeOutcome();
}

void SidesBox::takeOutcome() {
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    const auto& outcome = m_state.outcome();
    const bool isKnown = analysis != nullptr && outcome != nullptr;
    const std::vector<RunIndex> runs = analysis != nullptr ? analysis->matrix.runs : std::vector<RunIndex>();
    const std::vector<int> groupOf = isKnown ? outcome->groupOf : std::vector<int>();
    if (m_dataset.lock() == dataset && runs == m_runs) {
        if (!isKnown) return;  // it is about to come again, or the user takes another one
        if (groupOf == m_groupOf) {
            m_model->setOutcome(outcome);
            return nameGroups();
        }
    }
    m_dataset = dataset;
    m_runs = runs;
    m_groupOf = groupOf;
    m_model->setRuns(dataset, runs, isKnown ? outcome : nullptr);
    offerGroups();
    takeGroups();
    fitTable();
}

void SidesBox::fitTable() {
    fitDataTable(*m_table);
    const int fixed = m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth() + 2;
    const int row = m_table->verticalHeader()->defaultSectionSize();
    m_table->setMinimumHeight(fixed + kFewestRows * row);
    m_table->setMaximumHeight(fixed + std::clamp(m_model->rowCount(), kFewestRows, kMostRows) * row);
}

void SidesBox::nameGroups() {
    const auto& groups = m_state.outcome()->groups;
    for (QComboBox* combo : {m_good, m_bad})
        for (std::size_t i = 0; i < groups.size(); ++i)
            combo->setItemText(static_cast<int>(i), groupText(*m_state.outcome(), i));
    fitDataTable(*m_table);
}

void SidesBox::offerGroups() {
    const auto& outcome = m_state.outcome();
    const std::size_t count = outcome != nullptr ? outcome->groups.size() : 0;
    for (QComboBox* combo : {m_good, m_bad}) {
        const QSignalBlocker quiet(combo);
        combo->clear();
        for (std::size_t i = 0; i < count; ++i)
            combo->addItem(groupText(*outcome, i), static_cast<int>(i));
        combo->addItem(QStringLiteral("ticked by hand"), kNoGroup);
    }
    // Numbers ascend and texts go by frequency: the first group is rather the usual one. The user can swap them.
    m_good->setCurrentIndex(0);
    m_bad->setCurrentIndex(std::min(1, m_bad->count() - 1));
}

void SidesBox::takeGroups() {
    m_model->setGroups(m_good->currentData().toInt(), m_bad->currentData().toInt());
}

}  // namespace flipscope
