// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/outcome_arguments.h"

#include "app/flipscope-cli/command_parts.h"
#include "core/report/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace flipscope::cli {

namespace {

double thresholdIn(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && std::isfinite(value)) return value;
    std::string dotted = text;
    std::replace(dotted.begin(), dotted.end(), ',', '.');
    const char* dottedEnd = dotted.data() + dotted.size();
    const auto other = std::from_chars(dotted.data(), dottedEnd, value);
    const bool comma = other.ec == std::errc() && other.ptr == dottedEnd && dotted != text;
    throw CLI::ValidationError("--threshold", comma ? "\"" + text + "\" is no number; a decimal comma? write " + dotted
                                                    : "must be a number, not \"" + printable(text, 40) + "\"");
}

}  // namespace

OutcomeOptions addOutcomeOptions(CLI::App& command, Options& options, OutcomeWords& words) {
    auto* pattern = command
                        .add_option("--outcome-pattern", options.pattern,
                                    "regular expression over the runs' output; the first capture is the outcome")
                        ->check(notEmpty("pattern"));
    auto* exitStatus =
        command.add_flag("--exit-status", options.exitStatus, "the exit status of the runs is the outcome")
            ->excludes(pattern);
    command.add_option("--match", words.match, "which match of the pattern counts: first, last or a number from 1")
        ->needs(pattern);
    auto* gap = command.add_flag("--gap", words.gap, "group numbers by their largest relative gap");
    auto* threshold =
        command.add_option("--threshold", options.thresholdText, "group numbers by this threshold")->excludes(gap);
    return {pattern, exitStatus, gap, threshold};
}

void addSuspectOptions(CLI::App& command, Options& options, OutcomeWords& words) {
    const OutcomeOptions outcome = addOutcomeOptions(command, options, words);
    command.add_option("--labels", options.labelsFile, "CSV file with the columns run,label")
        ->check(notEmpty("file name"))
        ->excludes(outcome.pattern)
        ->excludes(outcome.exitStatus);
    auto* equalText = command.add_flag("--equal-text", words.equalText, "group by equal text");
    auto* finite = command.add_flag("--finite", words.finite, "two groups: finite numbers, and nan or inf");
    auto* ungrouped =
        command.add_flag("--ungrouped", words.ungrouped,
                         "use the numbers of the outcome as they are (Kruskal-Wallis test), without groups");
    std::vector<CLI::Option*> earlier = {outcome.gap, outcome.threshold};
    for (CLI::Option* option : {equalText, finite, ungrouped}) {
        for (CLI::Option* other : earlier)
            option->excludes(other);
        earlier.push_back(option);
    }
}

void understandOutcomeWords(Options& options, const OutcomeWords& words) {
    options.matchGiven = !words.match.empty();
    if (words.match == "last") {
        options.match = PatternMatch::last;
    } else if (options.matchGiven && words.match != "first") {
        const char* end = words.match.data() + words.match.size();
        const auto read = std::from_chars(words.match.data(), end, options.matchNumber);
        if (read.ec != std::errc() || read.ptr != end || options.matchNumber == 0) {
            throw CLI::ValidationError("--match", "must be first, last or a number from 1");
        }
        options.match = PatternMatch::nth;
    }
    if (words.gap) options.grouping = Grouping::byGap;
    if (words.equalText) options.grouping = Grouping::byText;
    if (words.finite) options.grouping = Grouping::byFinite;
    if (words.ungrouped) options.grouping = Grouping::ungrouped;
    if (!options.thresholdText.empty()) {
        options.threshold = thresholdIn(options.thresholdText);
        options.grouping = Grouping::byThreshold;
    }
}

}  // namespace flipscope::cli
