#include "core/analyse/outcomes.h"
#include "core/analyse/output_order.h"
#include "core/analyse/pattern_search.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

// The wanted match counted over the outputs of one run in order.
[[nodiscard]] Result<std::optional<std::string>> valueOfRun(const PatternSearch& search, const Run& run,
                                                            const OutcomePattern& pattern) {
    std::optional<std::string> value;
    std::size_t seen = 0;
    for (const TextOutput* output : outputsInOrder(run)) {
        const std::size_t wanted = pattern.n > seen ? pattern.n - seen : 1;
        const auto found = search.find(output->text, pattern.match, wanted);
        if (!found) return Error{output->path + ": " + found.errorMessage()};
        seen += found.value().matches;
        if (found.value().value) value = std::string(*found.value().value);
        if (value && pattern.match != PatternMatch::last) break;
    }
    return value;
}

[[nodiscard]] std::string inWords(const OutcomePattern& pattern) {
    std::string words = "pattern " + pattern.regex;
    if (pattern.match == PatternMatch::last) words += " (last match)";
    if (pattern.match == PatternMatch::nth) words += " (match " + std::to_string(pattern.n) + ")";
    return words;
}

[[nodiscard]] Error matchesNowhere(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                   const OutcomePattern& pattern) {
    const bool anyOutput =
        std::any_of(runs.begin(), runs.end(), [&](RunIndex run) { return !runOf(dataset, run).outputs.empty(); });
    if (!anyOutput) return Error{"pattern \"" + pattern.regex + "\": the runs have no text output to search"};
    return Error{inWords(pattern) + ": matches in the output of none of the " + std::to_string(runs.size()) + " runs"};
}

}  // namespace

Result<OutcomeValues> valuesByPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                      const OutcomePattern& pattern, const std::stop_token& stop) {
    if (pattern.match == PatternMatch::nth && pattern.n == 0) return Error{"matches are counted from 1"};
    auto search = PatternSearch::compile(pattern.regex);
    if (!search) return Error{search.errorMessage()};
    OutcomeValues values;
    values.source = inWords(pattern);
    bool any = false;
    for (const RunIndex run : runs) {
        if (stop.stop_requested()) return Cancelled{};
        auto value = valueOfRun(search.value(), runOf(dataset, run), pattern);
        if (!value) return Error{value.errorMessage()};
        any = any || value.value().has_value();
        values.values.push_back(std::move(value).value());
    }
    if (!any) return matchesNowhere(dataset, runs, pattern);
    return values;
}

OutcomeValues valuesByExitStatus(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    OutcomeValues values;
    values.source = "exit status";
    for (const RunIndex run : runs) {
        const std::optional<int> status = runOf(dataset, run).exitStatus;
        values.values.push_back(status ? std::optional("exit " + std::to_string(*status)) : std::nullopt);
    }
    return values;
}

}  // namespace flipscope
