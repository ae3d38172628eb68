#include "ui/panels/suspects_page.h"

#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/panels/data_table.h"
#include "ui/panels/outcome_combo.h"
#include "ui/text.h"

#include <QFont>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace flipscope {
namespace {

const QString kBusy = QStringLiteral("looking for suspects");

QLabel* wordsLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString outcomeText(const Outcome& outcome, const ViewState& state) {
    QStringList groups;
    for (const OutcomeGroup& group : outcome.groups)
        groups += QStringLiteral("“%1” (%2)").arg(shown(group.name, 60), counted(group.members.size(), "run", "runs"));
    constexpr qsizetype kShown = 6;
    if (groups.size() > kShown) {
        const qsizetype more = groups.size() - kShown;
        groups = groups.mid(0, kShown);
        groups += QStringLiteral("%1 more groups").arg(more);
    }
    QString text;
    if (state.outcomeChoice().kind == OutcomeKind::best)
        text = QStringLiteral("No outcome was chosen, so the best supported of %1 is taken. ")
                   .arg(counted(state.foundOutcomes().size(), "found one", "found ones"));
    text += QStringLiteral("Outcome: %1. Groups: %2.").arg(shown(outcome.source), groups.join(QStringLiteral(", ")));
    if (outcome.unlabelled > 0)
        text += QStringLiteral(" %1 of %2 have no value and are left out.")
                    .arg(formatCount(outcome.unlabelled), counted(outcome.groupOf.size(), "run", "runs"));
    return text;
}

}  // namespace

SuspectsPage::SuspectsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_outcome(wordsLabel(this)),
      m_chance(wordsLabel(this)),
      m_decide(wordsLabel(this)),
      m_details(wordsLabel(this)),
      m_model(new SuspectTableModel(this)),
      m_winnersModel(new WinnersByOutcomeModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_winners(new QTableView(this)),
      m_job([this](Result<std::shared_ptr<const SuspectsFound>> found) { show(std::move(found)); }) {
    makeTables();
    makeLayout();
    connect(&m_state, &ViewState::datasetChanged, this, &SuspectsPage::search);
    connect(&m_state, &ViewState::analysisChanged, this, &SuspectsPage::search);
    connect(&m_state, &ViewState::outcomeChanged, this, &SuspectsPage::search);
    search();
}

void SuspectsPage::makeTables() {
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Suspects"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* winners = new QSortFilterProxyModel(this);
    winners->setSourceModel(m_winnersModel);
    setUpDataTable(*m_winners, *winners, QStringLiteral("Winners of the suspect by outcome"));
    const auto suspectAt = [this](const QModelIndex& index) { return m_sorted->mapToSource(index).row(); };
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, suspectAt](const QModelIndex& current) { showSuspect(suspectAt(current)); });
    connect(m_table, &QTableView::activated, this, [this, suspectAt](const QModelIndex& index) {
        m_state.openKey(m_model->suspect(suspectAt(index)).keys.front());
    });
}

void SuspectsPage::makeLayout() {
    QFont strong = font();
    strong.setBold(true);
    m_chance->setFont(strong);
    auto* details = new QWidget(this);
    auto* detailsLayout = new QVBoxLayout(details);
    detailsLayout->setContentsMargins(0, 0, 0, 0);
    auto* words = new QScrollArea(details);
    words->setWidget(m_details);
    words->setWidgetResizable(true);
    words->setFrameShape(QFrame::NoFrame);
    words->setFocusPolicy(Qt::NoFocus);
    m_details->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    detailsLayout->addWidget(words, 1);
    detailsLayout->addWidget(m_winners, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(details);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* choice = new QHBoxLayout;
    auto* combo = new OutcomeCombo(m_state, this);
    auto* title = new QLabel(QStringLiteral("&Outcome of a run"), this);
    title->setBuddy(combo);
    choice->addWidget(title);
    choice->addWidget(combo, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(choice);
    for (QLabel* label : {m_outcome, m_chance, m_decide})
        layout->addWidget(label);
    layout->addWidget(splitter, 1);
}

QString SuspectsPage::whyNothing() const {
    if (m_state.dataset() == nullptr) return QStringLiteral("Open some runs first.");
    if (!m_state.outcomeProblem().isEmpty()) return m_state.outcomeProblem();
    const bool byItself = m_state.outcomeChoice().kind == OutcomeKind::best;
    if (byItself && !m_state.outcomesLookedFor())
        return QStringLiteral("Looking for what varies in the output of the runs …");
    return (byItself ? QStringLiteral("Nothing was found that varies between the runs' outputs.")
                     : QStringLiteral("No outcome is chosen.")) +
           QStringLiteral(
               " On the page Runs, give a pattern or label the runs by hand: then this page says which keys "
               "go with it.");
}

void SuspectsPage::search() {
    const auto& analysis = m_state.analysis();
    const auto& outcome = m_state.outcome();
    if (analysis == nullptr || outcome == nullptr || outcome->groupOf.size() != analysis->matrix.runs.size()) {
        m_job.stop();
        m_state.setBusy(kBusy, false);
        return showNothing(whyNothing());
    }
    m_state.setBusy(kBusy, true);
    m_job.start([dataset = m_state.dataset(), analysis, outcome](
                    const std::stop_token& stop, const ProgressSink&) -> Result<std::shared_ptr<const SuspectsFound>> {
        SuspectOptions options;
        options.stop = stop;
        auto result = findSuspects(analysis->matrix, analysis->groups, *outcome, options);
        if (result.cancelled()) return Cancelled{};
        if (!result) return Error{result.errorMessage()};
        return std::shared_ptr<const SuspectsFound>(
            std::make_shared<SuspectsFound>(SuspectsFound{dataset, analysis, outcome, std::move(result).value()}));
    });
}

void SuspectsPage::show(Result<std::shared_ptr<const SuspectsFound>> found) {
    m_state.setBusy(kBusy, false);
    if (found.cancelled()) return;
    if (!found) return showNothing(QString::fromStdString(printable(found.errorMessage())));
    m_found = std::move(found).value();
    if (m_found->outcome != m_state.outcome()) return;
    const SuspectsResult& result = m_found->result;
    m_outcome->setText(outcomeText(*m_found->outcome, m_state));
    m_chance->setText(QString::fromStdString(chanceSentence(result.chance, m_found->outcome->outcomesLookedAt)));
    m_decide->setText(QString::fromStdString(whatWouldDecideSentence(*m_found->dataset, result)) +
                      QStringLiteral("\nMethod: %1").arg(shown(result.method, 1000)));
    m_model->setFound(m_found);
    fitDataTable(*m_table);
    if (m_sorted->rowCount() > 0) m_table->selectRow(0);
    showSuspect(m_sorted->rowCount() > 0 ? m_sorted->mapToSource(m_sorted->index(0, 0)).row() : -1);
}

void SuspectsPage::showNothing(const QString& why) {
    m_found = nullptr;
    m_outcome->setText(why);
    m_chance->clear();
    m_decide->clear();
    m_model->setFound(nullptr);
    showSuspect(-1);
}

void SuspectsPage::showSuspect(int row) {
    if (m_found == nullptr || row < 0 || row >= m_model->rowCount()) {
        m_details->clear();
        m_winnersModel->setSuspect(nullptr, 0);
        return;
    }
    const Suspect& suspect = m_model->suspect(row);
    const ClassStatement& bits = m_found->analysis->classes[suspect.keys.front().value];
    QString text = QString::fromStdString(suspectSentence(*m_found->dataset, *m_found->outcome, suspect) + " " +
                                          classSentence(bits));
    if (bits.answer == ClassAnswer::sameBits) text += QStringLiteral(" If that holds, this key cannot be the cause.");
    m_details->setText(text + QStringLiteral(" Enter opens the key."));
    m_winnersModel->setSuspect(m_found, static_cast<std::size_t>(row));
    fitDataTable(*m_winners);
}

}  // namespace flipscope
