#include "ui/panels/suspects_page.h"

#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/outcome_words.h"
#include "ui/panels/data_table.h"
#include "ui/panels/outcome_combo.h"
#include "ui/suspect_words.h"
#include "ui/text.h"

#include <QAction>
#include <QFont>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace flipscope {
namespace {

const QString kSuspectsBusy = QStringLiteral("looking for suspects");

QLabel* wordsLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString outcomeText(const Outcome& outcome, const ViewState& state) {
    QString text;
    if (state.outcomeChoice().kind == OutcomeKind::best)
        text = QStringLiteral("No outcome was chosen, so the best supported of %1 is taken. ")
                   .arg(counted(outcome.outcomesLookedAt, "found one", "found ones"));
    const bool grouped = outcome.grouping != Grouping::ungrouped;
    text += QStringLiteral("Outcome: %1%2 %3.")
                .arg(shown(outcome.source), grouped ? QStringLiteral(". Groups:") : QStringLiteral(","),
                     groupsInWords(outcome));
    if (outcome.unlabelled > 0)
        text += QStringLiteral(" %1 of %2 have no value and are left out.")
                    .arg(formatCount(outcome.unlabelled), counted(outcome.groupOf.size(), "run", "runs"));
    if (state.outcomeValues().wider)
        text += QLatin1Char('\n') + passedOverInWords(*state.dataset(), *state.outcomeValues().wider) +
                QStringLiteral(" (the page Runs has a button that takes it)");
    return text;
}

// Whole lines or rows only, where not everything has room.
int wholeParts(int wanted, int most, int fixed, int part) {
    if (wanted <= most) return wanted;
    return fixed + std::max(1, (most - fixed) / part) * part;
}

}  // namespace

SuspectsPage::SuspectsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_outcome(wordsLabel(this)),
      m_answer(wordsLabel(this)),
      m_luck(wordsLabel(this)),
      m_decide(wordsLabel(this)),
      m_details(wordsLabel(this)),
      m_model(new SuspectTableModel(this)),
      m_winnersModel(new WinnersByOutcomeModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_winners(new QTableView(this)),
      m_words(new QScrollArea(this)),
      m_splitter(new QSplitter(Qt::Vertical, this)),
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
    auto* again = new QAction(QStringLiteral("&Re-run its winners"), m_table);
    again->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    again->setShortcutContext(Qt::WidgetShortcut);
    connect(again, &QAction::triggered, this, [this, suspectAt] {
        const int row = suspectAt(m_table->currentIndex());
        if (row >= 0) m_state.wantRerun(m_model->suspect(row).keys.front(), {});
    });
    m_table->addAction(again);
    auto* force = new QAction(QStringLiteral("&Force its candidates in your program…"), m_table);
    force->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    force->setShortcutContext(Qt::WidgetShortcut);
    connect(force, &QAction::triggered, this, [this, suspectAt] {
        const int row = suspectAt(m_table->currentIndex());
        if (row >= 0) m_state.wantForcing(m_model->suspect(row).keys.front(), std::nullopt, std::nullopt);
    });
    m_table->addAction(force);
    connect(m_table, &QTableView::activated, this, [this, suspectAt](const QModelIndex& index) {
        m_state.openKey(m_model->suspect(suspectAt(index)).keys.front());
    });
}

void SuspectsPage::makeLayout() {
    QFont strong = font();
    strong.setBold(true);
    m_answer->setFont(strong);
    m_words->setWidget(m_details);
    m_words->setWidgetResizable(true);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setFocusPolicy(Qt::NoFocus);
    m_words->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_words->setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_details->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    for (QWidget* part :
         {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_winners)})
        m_splitter->addWidget(part);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_splitByHand = true; });
    auto* choice = new QHBoxLayout;
    auto* combo = new OutcomeCombo(m_state, this);
    auto* title = new QLabel(QStringLiteral("&Outcome of a run"), this);
    title->setBuddy(combo);
    choice->addWidget(title);
    choice->addWidget(combo, 1);
    auto* prove = new QPushButton(QStringLiteral("&Prove it …"), this);
    prove->setToolTip(plainToolTip(QStringLiteral(
        "Run your program with choices of good and bad runs forced, to find which make the difference")));
    connect(prove, &QPushButton::clicked, &m_state, &ViewState::wantProof);
    choice->addWidget(prove);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(choice);
    for (QLabel* label : {m_outcome, m_answer, m_luck, m_decide})
        layout->addWidget(label);
    layout->addWidget(m_splitter, 1);
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
        m_state.setBusy(kSuspectsBusy, false);
        return showNothing(whyNothing());
    }
    m_state.setBusy(kSuspectsBusy, true);
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
    m_state.setBusy(kSuspectsBusy, false);
    if (found.cancelled()) return;
    if (!found) {
        const QString why = QString::fromStdString(printable(found.errorMessage()));
        showNothing(why);
        m_state.setSuspectsProblem(why);
        return;
    }
    m_found = std::move(found).value();
    if (m_found->outcome != m_state.outcome()) return;
    const SuspectsResult& result = m_found->result;
    m_outcome->setText(outcomeText(*m_found->outcome, m_state));
    m_answer->setText(answerInWords(*m_found));
    m_luck->setText(luckInWords(*m_found));
    m_luck->setToolTip(
        plainToolTip(QStringLiteral("A random labeling deals the same outcomes out to the runs at random.")));
    m_decide->setText(QString::fromStdString(whatWouldDecideSentence(*m_found->dataset, *m_found->analysis, result) +
                                             forcingCaveat(*m_found->dataset, *m_found->analysis, result)));
    m_decide->setToolTip(plainToolTip(QStringLiteral("Method: %1").arg(shown(result.method, 1000))));
    m_model->setFound(m_found);
    fitDataTable(*m_table);
    if (m_sorted->rowCount() > 0) m_table->selectRow(0);
    showSuspect(m_sorted->rowCount() > 0 ? m_sorted->mapToSource(m_sorted->index(0, 0)).row() : -1);
    m_state.setSuspects(m_found);
}

void SuspectsPage::showNothing(const QString& why) {
    m_found = nullptr;
    m_outcome->setText(why);
    for (QLabel* label : {m_answer, m_luck, m_decide}) {
        label->clear();
        label->setToolTip({});
    }
    m_model->setFound(nullptr);
    showSuspect(-1);
}

void SuspectsPage::showSuspect(int row) {
    if (m_found == nullptr || row < 0 || row >= m_model->rowCount()) {
        m_details->clear();
        m_winnersModel->setSuspect(nullptr, 0);
        return;
    }
    m_details->setText(
        suspectInWords(*m_found, m_model->suspect(row)) +
        QStringLiteral(
            "\nEnter opens the key, Ctrl+R re-runs its winners. Method: %1. Titles of columns explain themselves when "
            "pointed at.")
            .arg(shown(m_found->result.method, 1000)));
    m_winnersModel->setSuspect(m_found, static_cast<std::size_t>(row));
    fitDataTable(*m_winners);
    fitParts();
}

// Words and winners get the height they need, as far as the suspects keep most of the page. Moved by hand, they stay.
void SuspectsPage::fitParts() {
    constexpr double kMostForWords = 0.27, kMostForWinners = 0.3;
    const int all = m_splitter->height() - 2 * m_splitter->handleWidth();
    if (m_splitByHand || all <= 0) return;
    const int row = m_winners->verticalHeader()->defaultSectionSize();
    const int frame = m_winners->horizontalHeader()->sizeHint().height() + 2 * m_winners->frameWidth();
    const int forWinners =
        wholeParts(frame + m_winnersModel->rowCount() * row, static_cast<int>(all * kMostForWinners), frame, row);
    const int forWords = wholeParts(m_details->heightForWidth(m_words->viewport()->width()),
                                    static_cast<int>(all * kMostForWords), 0, m_details->fontMetrics().lineSpacing());
    m_splitter->setSizes({all - forWords - forWinners, forWords, forWinners});
}

void SuspectsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitParts();
}

}  // namespace flipscope
