#include "core/handover/enclosed_reading.h"

#include "core/read/loader.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

// The places of files as they are named inside the report.
void makeRelative(Dataset& dataset, const std::string& folder) {
    const std::string prefix = folder + "/";
    const auto tidy = [&](std::string& text) {
        for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
            text.erase(at, prefix.size());
    };
    for (Run& run : dataset.runs) {
        for (std::string& source : run.sources)
            tidy(source);
        for (TextOutput& output : run.outputs)
            tidy(output.path);
    }
    for (Problem& problem : dataset.report.problems) {
        tidy(problem.path);
        tidy(problem.message);
    }
    for (Note& note : dataset.report.notes) {
        tidy(note.path);
        tidy(note.message);
    }
}

Result<OutcomeValues> valuesAgain(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                  const EnclosedRuns& enclosed, const std::stop_token& stop) {
    const OutcomeNaming& naming = *enclosed.naming;
    if (naming.by == OutcomeNaming::By::pattern) return valuesByPattern(dataset, runs, naming.pattern, stop);
    if (naming.by == OutcomeNaming::By::exitStatus) return valuesByExitStatus(dataset, runs);
    const auto file = std::find_if(enclosed.files.begin(), enclosed.files.end(),
                                   [](const HandoverFile& each) { return each.path == kEnclosedLabels; });
    const std::string text = file == enclosed.files.end() ? std::string() : file->content;
    Result<LabelValues> labels = valuesByLabels(dataset, runs, text, "labels.csv");
    if (!labels) return Error{labels.errorMessage()};
    return std::move(labels).value().values;
}

Result<EnclosedOutcome> outcomeAgain(const Dataset& dataset, const Analysis& analysis, const EnclosedRuns& enclosed,
                                     std::size_t outcomesLookedAt, const std::stop_token& stop) {
    const OutcomeNaming& naming = *enclosed.naming;
    const Result<OutcomeValues> values = valuesAgain(dataset, analysis.matrix.runs, enclosed, stop);
    if (values.cancelled()) return Cancelled{};
    if (!values) return Error{"the outcome cannot be found again: " + values.errorMessage()};
    Result<Outcome> outcome = groupOutcome(values.value(), naming.grouping, naming.threshold);
    if (!outcome) return Error{"the outcome cannot be grouped again: " + outcome.errorMessage()};
    outcome.value().outcomesLookedAt = outcomesLookedAt;
    SuspectOptions options;
    options.stop = stop;
    Result<SuspectsResult> suspects = findSuspects(analysis.matrix, analysis.groups, outcome.value(), options);
    if (suspects.cancelled()) return Cancelled{};
    if (!suspects) return Error{suspects.errorMessage()};
    return EnclosedOutcome{std::move(outcome).value(), naming, std::move(suspects).value()};
}

}  // namespace

Result<ReadEnclosed> readEnclosed(const std::string& folder, const EnclosedRuns& enclosed,
                                  const ClassAssumptions& assumptions, std::size_t outcomesLookedAt,
                                  const std::stop_token& stop) {
    LoadOptions options;
    options.stop = stop;
    Result<Dataset> loaded = loadRuns({folder + "/" + std::string(kEnclosedRunsFolder)}, options);
    if (loaded.cancelled()) return Cancelled{};
    if (!loaded) return Error{"the enclosed runs cannot be read again: " + loaded.errorMessage()};
    ReadEnclosed read{std::move(loaded).value(), {}, {}};
    makeRelative(read.dataset, folder);
    AnalysisOptions how;
    how.assumptions = assumptions;
    how.stop = stop;
    Result<Analysis> analysis = analyse(read.dataset, how);
    if (analysis.cancelled()) return Cancelled{};
    if (!analysis) return Error{analysis.errorMessage()};
    read.analysis = std::move(analysis).value();
    if (!enclosed.naming) return read;
    Result<EnclosedOutcome> outcome = outcomeAgain(read.dataset, read.analysis, enclosed, outcomesLookedAt, stop);
    if (outcome.cancelled()) return Cancelled{};
    if (!outcome) return Error{outcome.errorMessage()};
    read.outcome = std::move(outcome).value();
    return read;
}

}  // namespace flipscope
