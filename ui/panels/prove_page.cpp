#include "ui/panels/prove_page.h"

#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "ui/models/report_table_model.h"
#include "ui/panels/force_box.h"
#include "ui/panels/program_box.h"
#include "ui/panels/sides_box.h"
#include "ui/text.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTableView>
#include <utility>

namespace flipscope {
namespace {

const QString kPlanning = QStringLiteral("planning the proof");
constexpr int kPlanDelayMs = 150;

QString sentence(const std::string& clause) {
    QString text = shown(clause, 2000);
    if (text.isEmpty()) return text;
    text[0] = text[0].toUpper();
    return text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QString pairInWords(const ProofPlan& proof) {
    const ChoicePlan& choices = proof.plan.choices;
    const QString good = shown(runOf(*proof.dataset, choices.good).id),
                  bad = shown(runOf(*proof.dataset, choices.bad).id);
    if (choices.differing.empty())
        return QStringLiteral("%1 and %2 made the same choices: these cannot make the difference.").arg(good, bad);
    return QStringLiteral(
               "The choices of %1 (good) are exchanged for those of %2 (bad), key by key; they differ in %3.")
        .arg(good, bad, counted(choices.differing.size(), "key", "keys"));
}

}  // namespace

ProvePage::ProvePage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_what(new QComboBox(this)),
      m_run(new QPushButton(QStringLiteral("R&un"), this)),
      m_stop(new QPushButton(QStringLiteral("&Stop"), this)),
      m_doing(new QLabel(this)),
      m_notes(new QLabel(this)),
      m_answer(new QLabel(this)),
      m_program(new ProgramBox(state, this)),
      m_test(new QLineEdit(this)),
      m_repeats(new QSpinBox(this)),
      m_sides(new SidesBox(state, this)),
      m_force(new ForceBox(state, this)),
      m_model(new ReportTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_planning([this](auto plan) { takePlan(std::move(plan)); }),
      m_proving([this](const ProofLive& live) { showProof(live); }, [this](const auto& result) { takeProof(result); }),
      m_forcing([this](const QString& doing) { showDoing(doing); },
                [this](const auto& result) { takeForcing(result); }) {
    m_planDue.setSingleShot(true);
    m_planDue.setInterval(kPlanDelayMs);
    makeLayout();
    connectState();
    showSettings();
    showTask();
}

void ProvePage::connectState() {
    connect(&m_planDue, &QTimer::timeout, this, &ProvePage::plan);
    connect(&m_state, &ViewState::driveSettingsChanged, this, &ProvePage::showSettings);
    connect(&m_sides->model(), &SidesModel::sidesChanged, this, &ProvePage::planSoon);
    connect(m_force, &ForceBox::changed, this, &ProvePage::planSoon);
    for (const auto signal : {&ViewState::driveSettingsChanged, &ViewState::datasetChanged, &ViewState::outcomeChanged,
                              &ViewState::foundOutcomesChanged})
        connect(&m_state, signal, this, &ProvePage::planSoon);
    connect(&m_state, &ViewState::busyChanged, this, &ProvePage::showControls);
}

ProvePage::Task ProvePage::task() const {
    return static_cast<Task>(m_what->currentIndex());
}

void ProvePage::prepareProof() {
    m_what->setCurrentIndex(static_cast<int>(Task::bisect));
    focusFirst();
}

void ProvePage::prepareForcing(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base) {
    m_what->setCurrentIndex(static_cast<int>(Task::force));
    m_force->choose(key, candidate, base);
    focusFirst();
}

void ProvePage::focusFirst() {
    if (m_state.driveSettings().command.trimmed().isEmpty()) {
        m_program->focusCommand();
    } else {
        m_run->setFocus();
    }
}

void ProvePage::stop() {
    m_proving.stop();
    m_forcing.stop();
    showControls();
}

// Until the new plan is there nothing can be run.
void ProvePage::planSoon() {
    m_proof = nullptr;
    m_forcePlan = nullptr;
    m_planning.stop();
    if (isVisible()) m_planDue.start();
    showControls();
}

void ProvePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_proof == nullptr && m_forcePlan == nullptr) m_planDue.start();
}

// Links take their colour when the text is set.
void ProvePage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    const QString text = m_answer->text();
    m_answer->clear();
    m_answer->setText(text);
}

void ProvePage::plan() {
    m_proof = nullptr;
    m_forcePlan = nullptr;
    if (m_state.dataset() == nullptr || m_state.analysis() == nullptr)
        return showPlan({}, QStringLiteral("Open some runs first; the page Collect makes them."));
    if (task() == Task::bisect) {
        planProofNow();
    } else {
        planForceNow();
    }
}

void ProvePage::planProofNow() {
    const Result<RunJudging> judging =
        judgingOf(m_state.driveSettings(), m_state.outcomeChoice(), m_state.foundOutcomes(), m_state.outcome().get());
    if (!judging) return showPlan({}, shown(judging.errorMessage(), 2000));
    ProofRequest request{m_state.dataset(), m_sides->model().runsOn(RunSide::good),
                         m_sides->model().runsOn(RunSide::bad), m_state.driveSettings(), judging.value()};
    if (request.good.empty() || request.bad.empty())
        return showPlan({}, QStringLiteral("Tick at least one good and one bad run."));
    m_state.setBusy(kPlanning, true);
    m_planning.start([request = std::move(request)](const std::stop_token& stop, const ProgressSink&) {
        return planProof(request, stop);
    });
}

void ProvePage::takePlan(Result<std::shared_ptr<const ProofPlan>> plan) {
    m_state.setBusy(kPlanning, false);
    if (plan.cancelled()) return;
    if (!plan) return showPlan({}, sentence(plan.errorMessage()));
    m_proof = std::move(plan).value();
    QStringList lines{sentence(m_proof->plan.outcomeInWords), pairInWords(*m_proof),
                      sentence(bisectEstimate(m_proof->plan))};
    for (const std::string& warning : m_proof->plan.warnings)
        lines += shown(warning, 1000);
    lines += m_proof->cautions;
    showPlan(lines, m_proof->problem);
}

void ProvePage::planForceNow() {
    const auto choice = m_force->choice();
    if (!choice) return showPlan({}, QStringLiteral("Choose a key, and a run that has a choice for it."));
    ForceRequest request{m_state.dataset(), *m_force->base(), *choice, m_state.driveSettings(), std::nullopt};
    if (!m_force->comparesWholeOutput()) {
        Result<RunJudging> judging = judgingOf({}, m_state.outcomeChoice(), m_state.foundOutcomes(), nullptr);
        if (!judging) return showPlan({}, shown(judging.errorMessage(), 2000));
        request.judging = std::move(judging).value();
    }
    Result<std::shared_ptr<const ForcePlan>> plan = planForce(request);
    if (!plan) return showPlan({}, sentence(plan.errorMessage()));
    m_forcePlan = std::move(plan).value();
    QStringList lines{sentence(forceEstimate(m_forcePlan->plan))};
    lines += m_forcePlan->cautions;
    showPlan(lines, m_forcePlan->problem);
}

void ProvePage::showPlan(const QStringList& lines, const QString& problem) {
    QStringList all = lines;
    if (!problem.isEmpty()) all.prepend(problem);
    all.removeAll(QString());
    m_notes->setText(all.join(QLatin1Char('\n')));
    m_canRun = problem.isEmpty();
    showControls();
}

void ProvePage::showControls() {
    const bool isPlanned = task() == Task::bisect ? m_proof != nullptr : m_forcePlan != nullptr;
    const bool isDriving = m_state.busyWith().contains(kDriving);
    m_run->setEnabled(isPlanned && m_canRun && !isDriving);
    m_run->setToolTip(plainToolTip(isDriving && !running() ? QStringLiteral("Your program is running for another page")
                                                           : QStringLiteral("Start your program")));
    m_stop->setEnabled(running() && !m_proving.stopping() && !m_forcing.stopping());
    m_doing->setVisible(running());
    m_what->setEnabled(!running());
}

}  // namespace flipscope
