#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "core/model/dataset.h"
#include "ui/drive_settings.h"
#include "ui/drive_values.h"
#include "ui/outcome_choice.h"
#include "ui/pin_list.h"
#include "ui/rerun_values.h"
#include "ui/suspects_found.h"

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flipscope {

// Which keys the matrix shows. All conditions hold together.
struct KeyFilter {
    QString text;  // part of label, id, tuner or alias; case does not matter
    std::optional<Verdict> verdict;
    std::optional<std::size_t> group;  // position in Analysis::groups
    bool onlyFlips = false;
    friend bool operator==(const KeyFilter&, const KeyFilter&) = default;
};

enum class CellColouring { byCandidate, byClass };

// Every run of the dataset, in order.
[[nodiscard]] std::vector<RunIndex> allRuns(const Dataset& dataset);

using RunLabels = std::map<std::string, std::string>;  // run id -> label by hand or CSV

// What the window shows: one value with signals, shared by all pages. It computes nothing that takes time; jobs put
// their results in. Thread rule: UI thread only (the shared values may be read anywhere).
//
// Order of changes: datasetChanged (analysis, outcome and current key are gone) -> analysisChanged -> outcomeChanged.
// While the checked runs are analysed again the former analysis stays, with its own matrix.runs.
class ViewState : public QObject {
    Q_OBJECT
public:
    explicit ViewState(QObject* parent = nullptr);

    // Null before the first load.
    [[nodiscard]] const std::shared_ptr<const Dataset>& dataset() const { return m_dataset; }
    // Null until the first analysis of dataset() is there; always of dataset().
    [[nodiscard]] const std::shared_ptr<const Analysis>& analysis() const { return m_analysis; }
    // By matrix column of analysis(). Null: none chosen, or not computable (see outcomeProblem).
    [[nodiscard]] const std::shared_ptr<const Outcome>& outcome() const { return m_outcome; }
    [[nodiscard]] const QString& outcomeProblem() const { return m_outcomeProblem; }
    // By RunIndex of dataset(), checked or not. Empty without a chosen outcome.
    [[nodiscard]] const OutcomeValues& outcomeValues() const { return m_values; }
    [[nodiscard]] const OutcomeChoice& outcomeChoice() const { return m_choice; }
    // What goes with outcome(). Null until it was searched for, and when nothing can be said (see suspectsProblem).
    [[nodiscard]] const std::shared_ptr<const SuspectsFound>& suspects() const { return m_suspects; }
    // Why there are no suspects of outcome(): it has one group only … Empty when there are, or before they are known.
    [[nodiscard]] const QString& suspectsProblem() const { return m_suspectsProblem; }
    [[nodiscard]] const std::vector<FoundOutcome>& foundOutcomes() const { return m_found; }
    // foundOutcomes() is the answer for dataset(), even when it is empty.
    [[nodiscard]] bool outcomesLookedFor() const { return m_lookedForOutcomes; }
    [[nodiscard]] const RunLabels& labels() const { return m_labels; }
    // Runs (their ids before the split) whose logs the user had split when dataset() was read.
    [[nodiscard]] const std::vector<std::string>& splitByHand() const { return m_splitByHand; }
    // That one of them which the run is a part of.
    [[nodiscard]] std::optional<std::string> splitRunOf(RunIndex run) const;
    [[nodiscard]] bool isChecked(RunIndex run) const { return !m_unchecked.contains(run); }
    [[nodiscard]] std::vector<RunIndex> checkedRuns() const;
    [[nodiscard]] std::optional<KeyIndex> currentKey() const { return m_currentKey; }
    [[nodiscard]] const KeyFilter& keyFilter() const { return m_filter; }
    [[nodiscard]] CellColouring cellColouring() const { return m_colouring; }
    [[nodiscard]] bool runsByOutcome() const { return m_runsByOutcome; }
    // The matrix shows the keys in order of suspicion, as far as suspects are known.
    [[nodiscard]] bool suspectsFirst() const { return m_suspectsFirst; }
    [[nodiscard]] const ClassAssumptions& assumptions() const { return m_assumptions; }
    // What re-runs found out, of whatever runs: they know their keys again. Newest last.
    [[nodiscard]] const KeptReruns& reruns() const { return m_reruns; }
    [[nodiscard]] PinList& pins() { return m_pins; }
    [[nodiscard]] const PinList& pins() const { return m_pins; }
    // What the user said about the program to run, and what forcing its choices found out, of whatever runs.
    [[nodiscard]] const DriveSettings& driveSettings() const { return m_driveSettings; }
    [[nodiscard]] const DriveFindings& driveFindings() const { return m_driveFindings; }
    // Names of the jobs that run now.
    [[nodiscard]] const std::set<QString>& busyWith() const { return m_busy; }

    // Labels stay (they belong to run ids); checked runs, key and found outcomes start anew; the outcome choice stays.
    void setDataset(std::shared_ptr<const Dataset> dataset, std::vector<std::string> splitByHand = {});
    void setAnalysis(std::shared_ptr<const Analysis> analysis);
    void setFoundOutcomes(std::vector<FoundOutcome> found);
    // Emits outcomeChoiceChanged; values of kinds that need no reading of texts are taken at once, the others come by
    // setOutcomeValues.
    void chooseOutcome(const OutcomeChoice& choice);
    void setOutcomeValues(OutcomeValues values);
    void setOutcomeProblem(const QString& problem);
    // Dropped when they are not those of outcome(): it changed while they were searched for.
    void setSuspects(std::shared_ptr<const SuspectsFound> suspects);
    void setSuspectsProblem(const QString& problem);
    // An empty label removes it.
    void setLabel(const std::string& runId, const std::string& label);
    void setLabels(RunLabels labels);
    void setChecked(RunIndex run, bool checked);
    void setCheckedRuns(const std::vector<RunIndex>& runs);
    void setKeyFilter(const KeyFilter& filter);
    void setCellColouring(CellColouring colouring);
    void setRunsByOutcome(bool byOutcome);
    void setSuspectsFirst(bool first);
    void setAssumptions(const ClassAssumptions& assumptions);
    void setCurrentKey(std::optional<KeyIndex> key);
    // A key to look at as long as the user has chosen none: setCurrentKey counts as a choice, this does not.
    void proposeKey(KeyIndex key);
    // As setCurrentKey, and asks the window to show the key page.
    void openKey(KeyIndex key);
    // Joined with what is known of the same target on the same device: see keep.
    void keepRerun(KeptRerun rerun);
    void setReruns(KeptReruns reruns);
    // Asks the window to re-run these candidates of the key's compared set, now as far as it is known on which card.
    void wantRerun(KeyIndex key, const std::vector<CandidateIndex>& candidates);
    // Asks for this candidate of the key's compared set to be pinned. Null: there is none where the user asked for it.
    void wantPin(KeyIndex key, std::optional<CandidateIndex> candidate) { emit pinWanted(key, candidate); }
    void setDriveSettings(const DriveSettings& settings);
    void setDriveFindings(DriveFindings findings);
    // Asks the window for the page that finds out by forcing what makes the difference.
    void wantProof();
    // Asks the window to run the program with this choice forced; null: with each candidate of the key. base: the run
    // whose other choices are held; null: whichever the page offers. Nothing starts before the user says so there.
    void wantForcing(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base);
    // A page that computes something off the UI thread says so, so that progress is shown and a screenshot waits for
    // it.
    void setBusy(const QString& what, bool busy);

signals:
    void datasetChanged();
    void analysisChanged();
    void outcomeChanged();        // outcome(), outcomeValues() or outcomeProblem()
    void outcomeChoiceChanged();  // values have to be found again
    void suspectsChanged();       // suspects() or suspectsProblem()
    void foundOutcomesChanged();
    void labelsChanged();
    void checkedRunsChanged();
    void assumptionsChanged();
    void currentKeyChanged();
    void keyFilterChanged();
    void cellColouringChanged();
    void runsByOutcomeChanged();
    void suspectsFirstChanged();
    void keyOpened();
    void rerunsChanged();
    void rerunWanted(KeyIndex key, const std::vector<CandidateIndex>& candidates);
    void pinWanted(KeyIndex key, std::optional<CandidateIndex> candidate);
    void driveSettingsChanged();
    void driveFindingsChanged();
    void proofWanted();
    void forcingWanted(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base);
    void busyChanged();

private:
    void takeReadyValues();
    [[nodiscard]] Grouping grouping() const;
    void regroup();
    void tellOutcome();

    std::shared_ptr<const Dataset> m_dataset;
    std::shared_ptr<const Analysis> m_analysis;
    std::shared_ptr<const Outcome> m_outcome;
    QString m_outcomeProblem;
    std::shared_ptr<const SuspectsFound> m_suspects;
    QString m_suspectsProblem;
    OutcomeValues m_values;
    OutcomeChoice m_choice;
    std::vector<FoundOutcome> m_found;
    bool m_lookedForOutcomes = false;
    std::vector<std::string> m_splitByHand;
    RunLabels m_labels;
    std::set<RunIndex> m_unchecked;
    std::optional<KeyIndex> m_currentKey;
    bool m_keyChosen = false;
    KeyFilter m_filter;
    CellColouring m_colouring = CellColouring::byCandidate;
    bool m_runsByOutcome = true;
    bool m_suspectsFirst = true;
    ClassAssumptions m_assumptions;
    KeptReruns m_reruns;
    PinList m_pins;
    DriveSettings m_driveSettings;
    DriveFindings m_driveFindings;
    std::set<QString> m_busy;
};

}  // namespace flipscope
