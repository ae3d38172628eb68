#include "ui/view_state.h"

#include <algorithm>

namespace flipscope {
namespace {

OutcomeValues valuesOfLabels(const Dataset& dataset, const RunLabels& labels) {
    OutcomeValues values;
    values.source = "labels";
    for (const Run& run : dataset.runs) {
        const auto label = labels.find(run.id);
        values.values.push_back(label == labels.end() ? std::nullopt : std::optional(label->second));
    }
    return values;
}

}  // namespace

std::vector<RunIndex> allRuns(const Dataset& dataset) {
    std::vector<RunIndex> runs;
    for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
        runs.push_back(RunIndex{i});
    return runs;
}

ViewState::ViewState(QObject* parent) : QObject(parent) {}

std::optional<std::string> ViewState::splitRunOf(RunIndex run) const {
    const std::string& id = runOf(*m_dataset, run).id;
    const std::string whole = id.substr(0, id.rfind('#'));  // "run1#2" is a part of "run1"
    if (whole == id || std::find(m_splitByHand.begin(), m_splitByHand.end(), whole) == m_splitByHand.end())
        return std::nullopt;
    return whole;
}

std::vector<RunIndex> ViewState::checkedRuns() const {
    std::vector<RunIndex> runs;
    if (m_dataset == nullptr) return runs;
    for (const RunIndex run : allRuns(*m_dataset))
        if (isChecked(run)) runs.push_back(run);
    return runs;
}

void ViewState::setDataset(std::shared_ptr<const Dataset> dataset, std::vector<std::string> splitByHand) {
    m_dataset = std::move(dataset);
    m_splitByHand = std::move(splitByHand);
    m_analysis.reset();
    m_outcome.reset();
    m_suspects.reset();
    m_outcomeProblem.clear();
    m_values = {};
    m_found.clear();
    m_lookedForOutcomes = false;
    m_unchecked.clear();
    m_currentKey.reset();
    m_keyChosen = false;
    m_filter.group.reset();  // groups are positions in an analysis
    emit datasetChanged();
    emit currentKeyChanged();
    emit foundOutcomesChanged();
    emit keyFilterChanged();
    takeReadyValues();
    regroup();
}

void ViewState::setAnalysis(std::shared_ptr<const Analysis> analysis) {
    m_analysis = std::move(analysis);
    if (m_filter.group && (m_analysis == nullptr || *m_filter.group >= m_analysis->groups.size())) {
        m_filter.group.reset();
        emit keyFilterChanged();
    }
    // The former outcome has other columns: nobody may see both together.
    m_outcome.reset();
    m_suspects.reset();
    emit analysisChanged();
    regroup();
}

void ViewState::setFoundOutcomes(std::vector<FoundOutcome> found) {
    m_found = std::move(found);
    m_lookedForOutcomes = true;
    emit foundOutcomesChanged();
    if (m_choice.kind != OutcomeKind::found && m_choice.kind != OutcomeKind::best) return;
    takeReadyValues();
    if (m_choice.kind == OutcomeKind::found && m_values.values.empty())
        m_outcomeProblem = QStringLiteral("The outcome chosen before is not in the output of these runs.");
    regroup();
}

void ViewState::chooseOutcome(const OutcomeChoice& choice) {
    m_choice = choice;
    m_values = {};
    m_outcomeProblem.clear();
    takeReadyValues();
    emit outcomeChoiceChanged();
    regroup();
}

void ViewState::setOutcomeValues(OutcomeValues values) {
    m_values = std::move(values);
    m_outcomeProblem.clear();
    regroup();
}

void ViewState::setOutcomeProblem(const QString& problem) {
    m_values = {};
    m_outcome.reset();
    m_outcomeProblem = problem;
    tellOutcome();
}

// Suspects belong to one outcome: nobody may see those of the former one beside it.
void ViewState::tellOutcome() {
    const bool hadSuspects = m_suspects != nullptr || !m_suspectsProblem.isEmpty();
    m_suspects.reset();
    m_suspectsProblem.clear();
    emit outcomeChanged();
    if (hadSuspects) emit suspectsChanged();
}

void ViewState::setSuspects(std::shared_ptr<const SuspectsFound> suspects) {
    if (suspects != nullptr && (suspects->outcome != m_outcome || suspects->analysis != m_analysis)) return;
    m_suspects = std::move(suspects);
    m_suspectsProblem.clear();
    emit suspectsChanged();
}

void ViewState::setSuspectsProblem(const QString& problem) {
    m_suspects.reset();
    m_suspectsProblem = problem;
    emit suspectsChanged();
}

void ViewState::setLabel(const std::string& runId, const std::string& label) {
    RunLabels labels = m_labels;
    if (label.empty()) {
        labels.erase(runId);
    } else {
        labels[runId] = label;
    }
    setLabels(std::move(labels));
}

void ViewState::setLabels(RunLabels labels) {
    if (labels == m_labels) return;
    m_labels = std::move(labels);
    emit labelsChanged();
    if (m_choice.kind != OutcomeKind::labels) return;
    takeReadyValues();
    regroup();
}

void ViewState::setChecked(RunIndex run, bool checked) {
    if (m_dataset == nullptr || run.value >= m_dataset->runs.size() || isChecked(run) == checked) return;
    if (checked) {
        m_unchecked.erase(run);
    } else {
        m_unchecked.insert(run);
    }
    emit checkedRunsChanged();
}

void ViewState::setCheckedRuns(const std::vector<RunIndex>& runs) {
    if (m_dataset == nullptr) return;
    const std::set<RunIndex> checked(runs.begin(), runs.end());
    std::set<RunIndex> unchecked;
    for (const RunIndex run : allRuns(*m_dataset))
        if (!checked.contains(run)) unchecked.insert(run);
    if (unchecked == m_unchecked) return;
    m_unchecked = std::move(unchecked);
    emit checkedRunsChanged();
}

void ViewState::setKeyFilter(const KeyFilter& filter) {
    if (filter == m_filter) return;
    m_filter = filter;
    emit keyFilterChanged();
}

void ViewState::setCellColouring(CellColouring colouring) {
    if (colouring == m_colouring) return;
    m_colouring = colouring;
    emit cellColouringChanged();
}

void ViewState::setRunsByOutcome(bool byOutcome) {
    if (byOutcome == m_runsByOutcome) return;
    m_runsByOutcome = byOutcome;
    emit runsByOutcomeChanged();
}

void ViewState::setSuspectsFirst(bool first) {
    if (first == m_suspectsFirst) return;
    m_suspectsFirst = first;
    emit suspectsFirstChanged();
}

void ViewState::setAssumptions(const ClassAssumptions& assumptions) {
    if (assumptions.card == m_assumptions.card && assumptions.codeGenerator == m_assumptions.codeGenerator) return;
    m_assumptions = assumptions;
    emit assumptionsChanged();
}

void ViewState::setCurrentKey(std::optional<KeyIndex> key) {
    if (key && (m_dataset == nullptr || key->value >= m_dataset->keys.size())) return;
    if (key == m_currentKey) return;
    m_keyChosen = key.has_value();
    m_currentKey = key;
    emit currentKeyChanged();
}

void ViewState::proposeKey(KeyIndex key) {
    if (m_keyChosen || m_currentKey == key) return;
    setCurrentKey(key);
    m_keyChosen = false;
}

void ViewState::openKey(KeyIndex key) {
    setCurrentKey(key);
    if (m_currentKey != key) return;
    m_keyChosen = true;
    emit keyOpened();
}

void ViewState::keepRerun(KeptRerun rerun) {
    keep(m_reruns, std::move(rerun));
    emit rerunsChanged();
}

void ViewState::setReruns(KeptReruns reruns) {
    if (reruns == m_reruns) return;
    m_reruns = std::move(reruns);
    emit rerunsChanged();
}

void ViewState::wantRerun(KeyIndex key, const std::vector<CandidateIndex>& candidates) {
    setCurrentKey(key);
    if (m_currentKey != key) return;
    m_keyChosen = true;
    emit rerunWanted(key, candidates);
}

void ViewState::setDriveSettings(const DriveSettings& settings) {
    if (settings == m_driveSettings) return;
    m_driveSettings = settings;
    emit driveSettingsChanged();
}

void ViewState::setDriveFindings(DriveFindings findings) {
    if (findings == m_driveFindings) return;
    m_driveFindings = std::move(findings);
    emit driveFindingsChanged();
}

void ViewState::wantProof() {
    emit proofWanted();
}

void ViewState::wantForcing(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base) {
    setCurrentKey(key);
    if (m_currentKey != key) return;
    m_keyChosen = true;
    emit forcingWanted(key, candidate, base);
}

void ViewState::setBusy(const QString& what, bool busy) {
    if (m_busy.contains(what) == busy) return;
    if (busy) {
        m_busy.insert(what);
    } else {
        m_busy.erase(what);
    }
    emit busyChanged();
}

void ViewState::takeReadyValues() {
    if (m_dataset == nullptr) return;
    if (m_choice.kind == OutcomeKind::labels) m_values = valuesOfLabels(*m_dataset, m_labels);
    if (m_choice.kind == OutcomeKind::exitStatus) m_values = valuesByExitStatus(*m_dataset, allRuns(*m_dataset));
    if (m_choice.kind == OutcomeKind::found || m_choice.kind == OutcomeKind::best) {
        const auto chosen = chosenOf(m_found, m_choice);
        m_values = chosen ? m_found[*chosen].values : OutcomeValues{};
    }
}

Grouping ViewState::grouping() const {
    const bool bySuggestion = m_choice.kind == OutcomeKind::best && m_choice.grouping == Grouping::automatic;
    return bySuggestion && !m_found.empty() ? m_found.front().suggested : m_choice.grouping;
}

void ViewState::regroup() {
    m_outcome.reset();
    const bool ready = m_dataset != nullptr && m_analysis != nullptr && m_choice.kind != OutcomeKind::none &&
                       m_values.values.size() == m_dataset->runs.size();
    if (ready) {
        OutcomeValues ofColumns = m_values;
        ofColumns.values.clear();
        ofColumns.wider.reset();  // its positions are those of all runs: see outcomeValues()
        for (const RunIndex run : m_analysis->matrix.runs)
            ofColumns.values.push_back(m_values.values[run.value]);
        auto grouped = groupOutcome(ofColumns, grouping(), m_choice.threshold);
        m_outcomeProblem = QString::fromStdString(grouped.errorMessage());
        if (grouped) m_outcome = std::make_shared<const Outcome>(std::move(grouped).value());
    }
    tellOutcome();
}

}  // namespace flipscope
