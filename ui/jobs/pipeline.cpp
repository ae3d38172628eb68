#include "ui/jobs/pipeline.h"

#include "core/read/loader.h"
#include "ui/text.h"

namespace flipscope {
namespace {

const QString kLoading = QStringLiteral("reading");
const QString kAnalysing = QStringLiteral("analysing");
const QString kFinding = QStringLiteral("looking for outcomes");
const QString kReadingOutcome = QStringLiteral("reading the outcome");

std::vector<RunIndex> allRuns(const Dataset& dataset) {
    std::vector<RunIndex> runs;
    for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
        runs.push_back(RunIndex{i});
    return runs;
}

QString inWords(const LoadProgress& progress) {
    return QStringLiteral("Reading %1 of %2 files … %3")
        .arg(progress.filesDone)
        .arg(progress.filesTotal)
        .arg(shown(progress.current, 80));
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
    connect(&state, &ViewState::checkedRunsChanged, this, &Pipeline::analyseCheckedRuns);
    connect(&state, &ViewState::assumptionsChanged, this, &Pipeline::analyseCheckedRuns);
    connect(&state, &ViewState::outcomeChoiceChanged, this, &Pipeline::readOutcome);
}

void Pipeline::open(const QStringList& paths) {
    if (paths.isEmpty()) return;
    m_loadingPaths = paths;
    std::vector<std::string> names;
    for (const QString& path : paths)
        names.push_back(path.toStdString());
    m_state.setBusy(kLoading, true);
    emit loadStarted();
    m_load.start([names = std::move(names)](const std::stop_token& stop,
                                            const ProgressSink& progress) -> Result<std::shared_ptr<const Dataset>> {
        LoadOptions options;
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
    open(all);
}

void Pipeline::stopLoading() {
    m_load.stop();
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
    m_state.setDataset(std::move(result).value());
    analyseCheckedRuns();
    lookForOutcomes();
    readOutcome();
    emit loaded();
}

void Pipeline::analyseCheckedRuns() {
    if (m_state.dataset() == nullptr) return;
    AnalysisOptions options;
    options.runs = m_state.checkedRuns();
    options.assumptions = m_state.assumptions();
    if (options.runs.empty()) return;  // "no run" would mean all of them
    m_state.setBusy(kAnalysing, true);
    m_analysis.start([dataset = m_state.dataset(), options](
                         const std::stop_token& stop, const ProgressSink&) -> Result<std::shared_ptr<const Analysis>> {
        AnalysisOptions stoppable = options;
        stoppable.stop = stop;
        auto analysis = analyse(*dataset, stoppable);
        if (analysis.cancelled()) return Cancelled{};
        if (!analysis) return Error{analysis.errorMessage()};
        return std::shared_ptr<const Analysis>(std::make_shared<Analysis>(std::move(analysis).value()));
    });
}

void Pipeline::finishAnalysis(Result<std::shared_ptr<const Analysis>> result) {
    if (result) {
        m_state.setAnalysis(std::move(result).value());
    } else if (!result.cancelled()) {
        emit analysisFailed(shown(result.errorMessage(), 4000));
    }
    m_state.setBusy(kAnalysing, false);
}

void Pipeline::lookForOutcomes() {
    m_state.setBusy(kFinding, true);
    m_found.start([dataset = m_state.dataset()](const std::stop_token&,
                                                const ProgressSink&) -> Result<std::vector<FoundOutcome>> {
        return findOutcomes(*dataset, allRuns(*dataset));
    });
}

void Pipeline::readOutcome() {
    const OutcomeChoice& choice = m_state.outcomeChoice();
    if (m_state.dataset() == nullptr || choice.kind != OutcomeKind::pattern) {
        m_values.stop();
        return;
    }
    m_state.setBusy(kReadingOutcome, true);
    m_values.start(
        [dataset = m_state.dataset(), pattern = choice.pattern](const std::stop_token&, const ProgressSink&) {
            return valuesByPattern(*dataset, allRuns(*dataset), pattern);
        });
}

}  // namespace flipscope
