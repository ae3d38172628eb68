#include "ui/panels/rerun_page.h"

#include "core/report/rerun_report.h"
#include "core/rerun/own_worker.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/rerun_details.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/rerun_plan_box.h"
#include "ui/rerun_export.h"
#include "ui/text.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <algorithm>

namespace flipscope {
namespace {

const QString kRerunBusy = QStringLiteral("re-running candidates");
// Beyond this many products an emulation takes long enough to be said.
constexpr double kLargeProblem = 4e9;
constexpr qint64 kShowEveryMs = 200;  // a sweep gives results faster than a table of them can be read

std::vector<std::size_t> winsOf(const RerunTarget& target, const KeyVerdict& key) {
    std::vector<std::size_t> won(target.candidates.size(), 0);
    for (const WinnerCount& count : key.winners)
        if (count.winner.value < won.size()) won[count.winner.value] = count.runs;
    return won;
}

}  // namespace

RerunPage::RerunPage(ViewState& state, std::string worker, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_worker(std::move(worker)),
      m_reported(reportedRepro()),
      m_targets(new QComboBox(this)),
      m_place(new RerunPlace(m_worker, this)),
      m_plan(new RerunPlanBox(this)),
      m_run(new QPushButton(QStringLiteral("R&un"), this)),
      m_stop(new QPushButton(QStringLiteral("&Stop"), this)),
      m_export(new QPushButton(QStringLiteral("E&xport results…"), this)),
      m_exportBlocklist(new QPushButton(QStringLiteral("Export &blocklist…"), this)),
      m_progress(new QProgressBar(this)),
      m_note(new QLabel(this)),
      m_answer(new QLabel(this)),
      m_means(new QLabel(this)),
      m_filter(new QLineEdit(this)),
      m_results(new QComboBox(this)),
      m_model(new RerunTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_details(new RerunDetails(this)),
      m_devices([this](Result<WorkerHello> hello) {
          if (hello) m_place->offerGpus(hello.value());
      }),
      m_asked([this](Result<WorkerHello> hello) {
          if (hello) return m_place->hear(m_askedCommand, hello.value());
          m_place->showFault(shown(hello.errorMessage(), 1000));
      }) {
    makeLayout();
    connectQueue();
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged})
        connect(&m_state, signal, this, [this] {
            offerTargets();
            // A reported problem stays in sight whatever is read.
            if (!m_target || !m_target->subject.keyJson.empty()) showCurrentKey();
        });
    connect(&m_state, &ViewState::currentKeyChanged, this, &RerunPage::showCurrentKey);
    connect(&m_state, &ViewState::rerunsChanged, this, &RerunPage::offerResults);
    const auto assume = [this] {
        m_place->assumeCard(m_state.assumptions().card);
        m_plan->assumeGenerator(m_state.assumptions().codeGenerator);
    };
    connect(&m_state, &ViewState::assumptionsChanged, this, assume);
    assume();
    offerTargets();
    showCurrentKey();
}

void RerunPage::connectQueue() {
    connect(&m_queue, &RerunQueue::started, this, [this] {
        m_lastProblem.clear();
        m_sinceShown.invalidate();
        m_state.setBusy(kRerunBusy, true);
        showResults();
        showControls();
    });
    connect(&m_queue, &RerunQueue::progressed, this, [this](const RerunProgress& now) {
        m_progress->setRange(0, static_cast<int>(now.allResults));
        m_progress->setValue(static_cast<int>(now.results));
        m_progress->setFormat(QStringLiteral("request %1 of %2 · %v of %m results · %3")
                                  .arg(now.request)
                                  .arg(now.allRequests)
                                  .arg(QString(now.candidate).replace(QLatin1Char('%'), QStringLiteral("%%"))));
        if (m_sinceShown.isValid() && !m_sinceShown.hasExpired(kShowEveryMs)) return;
        m_sinceShown.start();
        showResults();
    });
    connect(&m_queue, &RerunQueue::greeted, this,
            [this](const RerunOrder& order, const WorkerHello& hello) { m_place->hear(order.worker, hello); });
    connect(&m_queue, &RerunQueue::finished, this, &RerunPage::take);
    connect(&m_queue, &RerunQueue::failed, this,
            [this](const QString& message) { m_lastProblem = QStringLiteral("Nothing was re-run. ") + message; });
    connect(&m_queue, &RerunQueue::idle, this, [this] {
        m_state.setBusy(kRerunBusy, false);
        showResults();
        showControls();
    });
}

void RerunPage::offerTargets() {
    const QSignalBlocker quiet(m_targets);
    m_targets->clear();
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    for (const bool flips : {true, false}) {
        if (dataset == nullptr || analysis == nullptr) break;
        for (const KeyVerdict& key : analysis->keys) {
            if (key.flips != flips || !rerunTargetOf(*dataset, key)) continue;
            const TuningKey& tuningKey = keyOf(*dataset, key.key);
            m_targets->addItem(
                QStringLiteral("%1 · %2%3")
                    .arg(shown(tuningKey.label), shown(tuningKey.id), flips ? QStringLiteral(" · flips") : QString()),
                static_cast<int>(key.key.value));
        }
    }
    for (std::size_t i = 0; i < m_reported.size(); ++i)
        m_targets->addItem(shown(m_reported[i].label), kFirstReported + static_cast<int>(i));
    m_targets->setCurrentIndex(-1);
}

void RerunPage::showCurrentKey() {
    const auto key = m_state.currentKey();
    const auto& analysis = m_state.analysis();
    m_targets->setCurrentIndex(key ? m_targets->findData(static_cast<int>(key->value)) : -1);
    if (!key || analysis == nullptr) {
        return showTarget(std::nullopt,
                          m_state.dataset() == nullptr
                              ? QStringLiteral("Open some runs and choose a key, or take one of the reported problems.")
                              : QStringLiteral("Choose a key above. Only plain matmul keys can be re-run."));
    }
    Result<RerunTarget> target = rerunTargetOf(*m_state.dataset(), analysis->keys[key->value]);
    if (target) return showTarget(std::move(target).value(), {});
    showTarget(std::nullopt, QStringLiteral("%1 cannot be re-run: %2.")
                                 .arg(shown(keyOf(*m_state.dataset(), *key).label), shown(target.errorMessage())));
}

void RerunPage::showTarget(std::optional<RerunTarget> target, const QString& problem) {
    const bool same = target && m_target && target->subject == m_target->subject && target->label == m_target->label &&
                      target->candidates == m_target->candidates;
    if (!same) m_lastProblem.clear();
    m_target = std::move(target);
    m_allReported = false;
    m_note->setText(problem);
    m_note->setVisible(!problem.isEmpty());
    const bool isKey = m_target && !m_target->subject.keyJson.empty();
    const std::vector<std::size_t> won =
        isKey ? winsOf(*m_target, m_state.analysis()->keys[m_state.currentKey()->value]) : std::vector<std::size_t>();
    if (!m_target) {
        m_model->clear();
    } else if (same) {  // read or analysed again: what the user has set stays
        m_model->setWins(won);
    } else {
        m_model->setTarget(*m_target, won);
        m_plan->setTarget(m_target->problem, bucketOf(m_target->subject));
        m_fittedRows = 0;
        fitDataTable(*m_table);
    }
    offerResults();
    showControls();
}

void RerunPage::showControls() {
    const std::size_t ticked = m_model->checked().size();
    m_run->setEnabled(m_target && ticked > 0);
    m_run->setText(m_queue.running() ? QStringLiteral("R&un next") : QStringLiteral("R&un"));
    m_stop->setEnabled(m_queue.running() && !m_queue.stopping());
    m_progress->setVisible(m_queue.running());
    for (QPushButton* button : {m_tickOwn, m_untickOwn})
        button->setVisible(m_model->offersOwn());
    // As long as there is no card to run on, what an emulation can do is offered.
    m_plan->setEmulated(m_place->isEmulated() || !m_place->problem().isEmpty());
    if (!m_target) return;
    m_place->setOperands(m_plan->problem().type);
    const RerunProblem problem = m_plan->problem();
    QStringList notes;
    if (!m_place->problem().isEmpty()) notes += m_place->problem();
    if (ticked == 0) notes += QStringLiteral("Tick a candidate to run it.");
    if (problem != m_target->problem)
        notes += QStringLiteral(
            "These are not the key's own sizes: results are shown here, but do not take the place "
            "of predictions.");
    if (m_place->isEmulated() && m_plan->products() > kLargeProblem)
        notes += QStringLiteral("A large problem: emulating it can take minutes. Stop keeps what is there.");
    if (m_queue.running())
        notes += QStringLiteral("Running %1%2.")
                     .arg(shown(m_queue.current()->target.label),
                          m_queue.waiting() > 0
                              ? QStringLiteral("; %1").arg(counted(m_queue.waiting(), "more waits", "more wait"))
                              : QString());
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
}

void RerunPage::rerun(KeyIndex key, const std::vector<CandidateIndex>& candidates) {
    m_state.setCurrentKey(key);
    showCurrentKey();
    if (!m_target) return;
    std::vector<RerunCandidate> wanted;
    for (const CandidateIndex candidate : candidates)
        if (candidate.value < m_target->candidates.size()) wanted.push_back(m_target->candidates[candidate.value]);
    m_model->checkOnly(candidates.empty() ? m_target->winners : wanted);
    const int first = m_model->checked().empty() ? -1 : m_model->rowOf(m_model->checked().front());
    if (first >= 0) m_table->setCurrentIndex(m_sorted->mapFromSource(m_model->index(first, 0)));
    if (mayStart()) {
        runChecked();
    } else if (!m_place->problem().isEmpty()) {
        m_place->combo().setFocus();
    } else {
        m_run->setFocus();
    }
    showControls();
}

bool RerunPage::mayStart() const {
    return m_place->problem().isEmpty() && (m_place->ownCommand().isEmpty() || m_place->ownCommand() == m_consented);
}

void RerunPage::rerunAll() {
    m_model->checkSet(true);
    runChecked();
}

void RerunPage::rerunReported() {
    m_targets->setCurrentIndex(m_targets->findData(kFirstReported));
    showTarget(m_reported.front(), {});
    m_model->checkSet(true);
    m_allReported = true;
    if (mayStart()) {
        run();
    } else {
        m_place->combo().setFocus();
    }
}

void RerunPage::run() {
    if (!m_place->problem().isEmpty()) {
        m_place->combo().setFocus();
        return showControls();
    }
    m_consented = m_place->ownCommand();
    if (!std::exchange(m_allReported, false)) return runChecked();
    for (const RerunTarget& target : m_reported)
        start(target, m_model->checked(), target.problem);
}

void RerunPage::runChecked() {
    if (!m_target || m_model->checked().empty()) return;
    start(*m_target, m_model->checked(), m_plan->problem());
}

void RerunPage::start(const RerunTarget& target, std::vector<RerunCandidate> candidates, const RerunProblem& problem) {
    RerunOrder order;
    order.target = target;
    m_place->fill(order);
    m_plan->fill(order.plan);
    order.plan.problem = problem;
    order.plan.keySizes = problem == target.problem;
    order.plan.candidates = std::move(candidates);
    order.plan.keyJson = target.subject.keyJson;
    m_queue.enqueue(std::move(order));
    showControls();
}

void RerunPage::stop() {
    m_queue.stop();
    showControls();
}

}  // namespace flipscope
