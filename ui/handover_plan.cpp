#include "ui/handover_plan.h"

#include "core/drive/program_setup.h"
#include "core/drive/trial_journal.h"
#include "core/pin/measurement_file.h"
#include "core/report/rerun_report.h"
#include "core/write/whole_file.h"
#include "ui/rerun_export.h"
#include "ui/view_state.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <filesystem>
#include <utility>

namespace flipscope {
namespace {

// How the command line would name the outcome in view; null: there is none.
std::optional<OutcomeNaming> namingOf(const ViewState& state) {
    const OutcomeChoice& choice = state.outcomeChoice();
    OutcomeNaming naming;
    naming.grouping = choice.grouping;
    if (naming.grouping == Grouping::byThreshold) naming.threshold = choice.threshold;
    const std::vector<FoundOutcome>& found = state.foundOutcomes();
    std::optional<std::size_t> position;
    switch (choice.kind) {
        case OutcomeKind::none:
            return std::nullopt;
        case OutcomeKind::labels:
            return naming;
        case OutcomeKind::exitStatus:
            naming.by = OutcomeNaming::By::exitStatus;
            return naming;
        case OutcomeKind::pattern:
            naming.by = OutcomeNaming::By::pattern;
            naming.pattern = choice.pattern;
            return naming;
        case OutcomeKind::best:
            if (!found.empty()) position = 0;
            break;
        case OutcomeKind::found:
            position = chosenOf(found, choice);
            break;
    }
    if (!position) return std::nullopt;
    if (const std::string& pattern = found[*position].suggestedPattern; !pattern.empty()) {
        naming.by = OutcomeNaming::By::pattern;
        naming.pattern.regex = pattern;
    }
    return naming;  // without a pattern its values are enclosed as labels
}

std::vector<std::string> trialsOf(const ViewState& state) {
    if (state.analysis()->proven.empty()) return {};
    const DriveSettings& settings = state.driveSettings();
    const QString& named = settings.trialFolder.isEmpty() ? kTrialFolder : settings.trialFolder;
    std::string folder = resultFolderFrom(settings.folder.toStdString(), named.toStdString());
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::path(folder) / kJournalName, error)) return {};
    return {std::move(folder)};
}

// The re-runs as `rerun --format json` reports them, a file each in the folder.
Result<std::vector<std::string>> exportedReruns(const HandoverPlan& plan, const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& rerun : plan.reruns) {
        const KeyVerdict* key = keyOfRerun(*rerun, *plan.dataset, *plan.analysis);
        if (key == nullptr) continue;
        KeptRerun named = *rerun;
        named.keyId = keyOf(*plan.dataset, key->key).id;
        const RerunFindings findings = findingsOf(named);
        const std::string json = rerunJson(viewOf(named, findings));
        if (!measurementsIn(json, *plan.dataset, *plan.analysis)) continue;
        files.push_back(folder + "/rerun-" + std::to_string(files.size() + 1) + ".json");
        if (auto error = writeWholeFile(files.back(), json)) return *error;
    }
    return files;
}

}  // namespace

HandoverPlan handoverPlanOf(const ViewState& state, const QStringList& paths) {
    HandoverPlan plan;
    plan.dataset = state.dataset();
    plan.analysis = state.analysis();
    plan.assumptions = state.assumptions();
    const std::optional<OutcomeNaming> naming = namingOf(state);
    if (naming && state.outcome() != nullptr) plan.outcome = NamedOutcome{*state.outcome(), *naming};
    plan.reruns = state.reruns();
    plan.trials = trialsOf(state);
    for (const QString& path : paths)
        plan.paths.push_back(path.toStdString());
    plan.version = QCoreApplication::applicationVersion().toStdString();
    return plan;
}

Result<WrittenHandover> writePlanned(const HandoverPlan& plan, const std::string& folder, const std::stop_token& stop) {
    const QTemporaryDir exported;
    if (!exported.isValid()) return Error{exported.errorString().toStdString()};
    Result<std::vector<std::string>> measured = exportedReruns(plan, exported.path().toStdString());
    if (!measured) return Error{measured.errorMessage()};
    const HandoverRequest request{*plan.dataset,
                                  plan.analysis->matrix.runs,
                                  plan.assumptions,
                                  {},
                                  plan.outcome,
                                  {},
                                  plan.trials,
                                  std::move(measured).value(),
                                  {},
                                  plan.paths,
                                  plan.version};
    return writeHandover(request, folder, stop);
}

}  // namespace flipscope
