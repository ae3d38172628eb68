#include "ui/jobs/pipeline.h"

#include "core/read/loader.h"
#include "core/rerun/measured_classes.h"
#include "ui/text.h"

namespace flipscope {
namespace {

const QString kLoading = QStringLiteral("reading");
const QString kAnalysing = QStringLiteral("analysing");
const QString kFinding = QStringLiteral("looking for outcomes");
const QString kReadingOutcome = QStringLiteral("reading the outcome");

QString inWords(const LoadProgress& progress) {
    return QStringLiteral("Reading %1 of %2 files … %3")
        .arg(progress.filesDone)
        .arg(progress.filesTotal)
        .arg(shown(progress.current, 80));
}

// What was forced in the user's own program says more than a re-run of a kernel, but not more than the candidates
// themselves did on a card.
std::map<KeyIndex, MeasuredBits> measuredOf(const KeptReruns& reruns, const DriveFindings& findings,
                                            const Dataset& dataset, const std::vector<KeyVerdict>& keys,
                                            const ClassAssumptions& assumptions) {
    auto measured = measuredKeys(reruns, dataset, keys, assumptions);
    for (auto& [key, bits] : measuredByForcing(findings, dataset, keys)) {
        const auto known = measured.find(key);
        if (known == measured.end() || known->second.basis != ClassBasis::real) measured[key] = std::move(bits);
    }
    return measured;
}

int permilleOf(const LoadProgress& progress) {
    if (progress.bytesTotal == 0) return 0;
    const double share = static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
    return static_cast<int>(1000 * std::min(1.0, share));
}

}  // namespace

Pipeline::Pipeline(ViewState& state, QObject* parent)
    : QObject(parent),
      m_state(state),
      m_load([this](auto result) { finishLoad(std::move(result)); },
             [this](int permille, const QString& text) { emit progressed(permille, text); }),
      m_analysis([this](auto result) { finishAnalysis(std::move(result)); }),
      m_found([this](Result<std::vector<FoundOutcome>> result) {
          m_state.setBusy(kFinding, false);
          if (result) m_state.setFoundOutcomes(std::move(result).value());
      }),
      m_values([this](Result<OutcomeValues> result) {
          m_state.setBusy(kReadingOutcome, false);
          if (result) {
              m_state.setOutcomeValues(std::move(result).value());
          } else if (!result.cancelled()) {
              m_state.setOutcomeProblem(shown(result.errorMessage()));
          }
      }) {
    m_analysisDue.setSingleShot(true);
    connect(&m_analysisDue, &QTimer::timeout, this, &Pipeline::analyseCheckedRuns);
    connect(&state, &ViewState::checkedRunsChanged, this, &Pipeline::wantAnalysis);
    connect(&state, &ViewState::assumptionsChanged, this, &Pipeline::wantAnalysis);
    connect(&state, &ViewState::rerunsChanged, this, &Pipeline::takeFindings);
    connect(&state, &ViewState::driveFindingsChanged, this, &Pipeline::takeFindings);
    connect(&state, &ViewState::outcomeChoiceChanged, this, &Pipeline::readOutcome);
}

void Pipeline::open(const QStringList& paths, std::vector<std::string> splitByHand) {
    if (paths.isEmpty()) return;
    m_loadingPaths = paths;
    m_loadingSplit = std::move(splitByHand);
    std::vector<std::string> names;
    for (const QString& path : paths)
        names.push_back(path.toStdString());
    m_state.setBusy(kLoading, true);
    emit loadStarted();
    m_load.start(
        [names = std::move(names), split = m_loadingSplit](
            const std::stop_token& stop, const ProgressSink& progress) -> Result<std::shared_ptr<const Dataset>> {
            LoadOptions options;
            options.splitByHand = split;
            options.stop = stop;
            options.progress = [&progress](const LoadProgress& now) { progress(permilleOf(now), inWords(now)); };
            auto dataset = loadRuns(names, options);
            if (dataset.cancelled()) return Cancelled{};
            if (!dataset) return Error{dataset.errorMessage()};
            return std::shared_ptr<const Dataset>(std::make_shared<Dataset>(std::move(dataset).value()));
        });
}

void Pipeline::add(const QStringList& paths) {
    QStringList all = m_paths;
    for (const QString& path : paths)
        if (!all.contains(path)) all.append(path);
    open(all, m_state.splitByHand());
}

void Pipeline::stopLoading() {
    m_load.stop();
}

void Pipeline::stopAll() {
    m_analysisDue.stop();
    m_load.stop();
    m_analysis.stop();
    m_found.stop();
    m_values.stop();
}

void Pipeline::finishLoad(Result<std::shared_ptr<const Dataset>> result) {
    m_state.setBusy(kLoading, false);
    if (result.cancelled()) {
        emit loadStopped();
        return;
    }
    if (!result) {
        emit loadFailed(shown(result.errorMessage(), 4000));
        return;
    }
    m_paths = m_loadingPaths;
    m_state.setDataset(std::move(result).value(), std::exchange(m_loadingSplit, {}));
    wantAnalysis();
    lookForOutcomes();
    readOutcome();
    emit loaded();
}

void Pipeline::wantAnalysis() {
    // "No run" would mean all of them: the last analysis stays.
    if (m_state.dataset() == nullptr || m_state.checkedRuns().empty()) return;
    m_analysis.stop();  // it may be of the former dataset
    m_state.setBusy(kAnalysing, true);
    m_analysisDue.start(0);
}

void Pipeline::takeFindings() {
    const auto& analysis = m_state.analysis();
    if (analysis == nullptr) return wantAnalysis();  // one that runs began without them
    const Dataset& dataset = *m_state.dataset();
    const bool isNews = measuredOf(m_state.reruns(), m_state.driveFindings(), dataset, analysis->keys,
                                   m_state.assumptions()) != analysis->measured ||
                        provenKeys(m_state.driveFindings(), dataset, analysis->keys) != analysis->proven;
    if (isNews || m_analysis.running()) wantAnalysis();
}

void Pipeline::analyseCheckedRuns() {
    AnalysisOptions options;
    options.runs = m_state.checkedRuns();
    options.assumptions = m_state.assumptions();
    if (options.runs.empty()) {  // unchecked since
        m_state.setBusy(kAnalysing, m_analysis.running());
        return;
    }
    emit analysisStarted();
    m_analysis.start(
        [dataset = m_state.dataset(), options, reruns = m_state.reruns(), findings = m_state.driveFindings()](
            const std::stop_token& stop, const ProgressSink&) -> Result<std::shared_ptr<const Analysis>> {
            AnalysisOptions stoppable = options;
            stoppable.stop = stop;
            auto analysis = analyse(*dataset, stoppable);
            if (analysis.cancelled()) return Cancelled{};
            if (!analysis) return Error{analysis.errorMessage()};
            auto known = measuredOf(reruns, findings, *dataset, analysis.value().keys, options.assumptions);
            takeMeasured(analysis.value(), std::move(known));
            analysis.value().proven = provenKeys(findings, *dataset, analysis.value().keys);
            return std::shared_ptr<const Analysis>(std::make_shared<Analysis>(std::move(analysis).value()));
        });
}

void Pipeline::finishAnalysis(Result<std::shared_ptr<const Analysis>> result) {
    if (result) {
        m_state.setAnalysis(std::move(result).value());
    } else if (!result.cancelled()) {
        emit analysisFailed(shown(result.errorMessage(), 4000));
    }
    m_state.setBusy(kAnalysing, m_analysisDue.isActive());
}

void Pipeline::lookForOutcomes() {
    m_state.setBusy(kFinding, true);
    m_found.start([dataset = m_state.dataset()](const std::stop_token& stop,
                                                const ProgressSink&) -> Result<std::vector<FoundOutcome>> {
        auto found = findOutcomes(*dataset, allRuns(*dataset), kOutcomesOffered, stop);
        if (stop.stop_requested()) return Cancelled{};
        return found;
    });
}

void Pipeline::readOutcome() {
    const OutcomeChoice& choice = m_state.outcomeChoice();
    if (m_state.dataset() == nullptr || choice.kind != OutcomeKind::pattern) {
        m_values.stop();
        return;
    }
    if (choice.pattern.regex.empty()) {
        m_values.stop();
        m_state.setOutcomeProblem(QStringLiteral("Give a pattern on the page Runs."));
        return;
    }
    m_state.setBusy(kReadingOutcome, true);
    m_values.start(
        [dataset = m_state.dataset(), pattern = choice.pattern](const std::stop_token& stop, const ProgressSink&) {
            return valuesByPattern(*dataset, allRuns(*dataset), pattern, stop);
        });
}

}  // namespace flipscope
