#include "app/flipscope-cli/outcome_choice.h"

#include "app/flipscope-cli/loading.h"
#include "core/process/command_words.h"
#include "core/read/given_file.h"
#include "core/report/data_tables.h"
#include "core/report/document_parts.h"

#include <iterator>

namespace flipscope::cli {

namespace {

Result<OutcomeValues> valuesFromLabels(Dataset& dataset, const std::vector<RunIndex>& runs, const std::string& path,
                                       const std::stop_token& stop) {
    const Result<GivenFile> csv = readGivenFile(path, kMaxLabelBytes, stop);
    if (csv.cancelled()) return Cancelled{};
    if (!csv) return Error{"cannot read the label file " + path + ": " + csv.errorMessage()};
    if (csv.value().isCut)
        return Error{"the label file " + path + " is larger than " + std::to_string(kMaxLabelBytes >> 20) + " MiB"};
    Result<LabelValues> labels = valuesByLabels(dataset, runs, csv.value().content, path);
    if (!labels) return Error{labels.errorMessage()};
    // Labels are input too: what is wrong with them stands beside what is wrong with the logs.
    std::vector<Problem>& problems = labels.value().problems;
    dataset.report.problemCount += problems.size();
    dataset.report.problems.insert(dataset.report.problems.begin(), std::make_move_iterator(problems.begin()),
                                   std::make_move_iterator(problems.end()));
    return std::move(labels.value().values);
}

Result<ChosenOutcome> bestFound(const Options& options, const Dataset& dataset, const std::vector<RunIndex>& runs,
                                const std::stop_token& stop) {
    ChosenOutcome chosen;
    chosen.found = findOutcomes(dataset, runs, kOutcomesOffered, stop);
    if (stop.stop_requested()) return Cancelled{};
    if (chosen.found.empty()) {
        return Error{
            "nothing was found that varies between the runs' outputs; name an outcome with --outcome-pattern, "
            "--labels or --exit-status"};
    }
    const FoundOutcome& best = chosen.found.front();
    const Grouping grouping = options.grouping == Grouping::automatic ? best.suggested : options.grouping;
    Result<Outcome> outcome = groupOutcome(best.values, grouping, options.threshold);
    if (!outcome) {
        return Error{"the best supported of the outcomes found cannot be used so (" + outcome.errorMessage() +
                     "); name another one with --outcome-pattern"};
    }
    chosen.outcome = std::move(outcome).value();
    return chosen;
}

}  // namespace

Result<ChosenOutcome> chooseOutcome(const Options& options, Dataset& dataset, const std::vector<RunIndex>& runs,
                                    const std::stop_token& stop) {
    if (options.pattern.empty() && options.labelsFile.empty() && !options.exitStatus) {
        return bestFound(options, dataset, runs, stop);
    }
    Result<OutcomeValues> values = OutcomeValues();
    if (!options.pattern.empty()) {
        values = valuesByPattern(dataset, runs, {options.pattern, options.match, options.matchNumber}, stop);
    } else if (!options.labelsFile.empty()) {
        values = valuesFromLabels(dataset, runs, options.labelsFile, stop);
    } else {
        values = valuesByExitStatus(dataset, runs);
    }
    if (values.cancelled()) return Cancelled{};
    if (!values) return Error{values.errorMessage()};
    Result<Outcome> outcome = groupOutcome(values.value(), options.grouping, options.threshold);
    if (!outcome) return Error{outcome.errorMessage()};
    return ChosenOutcome{std::move(outcome).value(), {}};
}

DocumentOptions documentOptions(const Options& options) {
    DocumentOptions document{options.all, inputForCommands(options), inputForCommands(options, true)};
    if (!options.pattern.empty()) document.outcome = "--outcome-pattern " + quotedForShell(options.pattern);
    if (!options.labelsFile.empty()) document.outcome = "--labels " + quotedForShell(options.labelsFile);
    if (options.exitStatus) document.outcome = "--exit-status";
    if (options.matchGiven) {
        document.match = options.match == PatternMatch::last    ? "--match last"
                         : options.match == PatternMatch::first ? "--match first"
                                                                : "--match " + std::to_string(options.matchNumber);
    }
    document.grouping = groupingOption(options.grouping);
    if (options.threshold) document.grouping += " " + options.thresholdText;
    return document;
}

}  // namespace flipscope::cli
