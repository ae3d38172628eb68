#include "core/analyse/nearest_line.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/pattern_search.h"
#include "core/analyse/wider_pattern.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] std::string inWords(const OutcomePattern& pattern) {
    std::string words = "pattern " + pattern.regex;
    if (pattern.match == PatternMatch::last) words += " (last match)";
    if (pattern.match == PatternMatch::nth) words += " (match " + std::to_string(pattern.n) + ")";
    return words;
}

[[nodiscard]] Error matchesNowhere(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                   const OutcomePattern& pattern, const std::optional<WiderPattern>& wider) {
    const bool anyOutput =
        std::any_of(runs.begin(), runs.end(), [&](RunIndex run) { return !runOf(dataset, run).outputs.empty(); });
    if (!anyOutput) return Error{"pattern \"" + pattern.regex + "\": the runs have no text output to search"};
    std::string message =
        inWords(pattern) + ": matches in the output of none of the " + std::to_string(runs.size()) + " runs";
    if (wider) {
        message += "; " + wider->regex + " does in " + std::to_string(wider->gained.size()) + " of them (" +
                   wider->values.front() + ")";
    } else if (const auto line = nearestLine(dataset, runs, pattern.regex)) {
        message += "; the nearest line is: " + *line;
    }
    return Error{std::move(message)};
}

}  // namespace

Result<OutcomeValues> valuesByPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                      const OutcomePattern& pattern, const std::stop_token& stop) {
    if (pattern.match == PatternMatch::nth && pattern.n == 0) return Error{"matches are counted from 1"};
    if (pattern.regex.empty()) return Error{"the pattern is empty: it would find nothing that differs between runs"};
    auto search = PatternSearch::compile(pattern.regex);
    if (!search) return Error{search.errorMessage()};
    OutcomeValues values;
    values.source = inWords(pattern);
    if (!search.value().hasGroups()) values.source += " (it has no group in brackets, so the whole match is the value)";
    bool any = false;
    for (const RunIndex run : runs) {
        if (stop.stop_requested()) return Cancelled{};
        auto value = valueOfRun(search.value(), runOf(dataset, run), pattern.match, pattern.n);
        if (!value) return Error{value.errorMessage()};
        any = any || value.value().has_value();
        if (pattern.match == PatternMatch::first && value.value()) {
            const auto second = valueOfRun(search.value(), runOf(dataset, run), PatternMatch::nth, 2);
            if (second && second.value()) ++values.runsWithMoreMatches;
        }
        values.values.push_back(std::move(value).value());
    }
    values.wider = findWiderPattern(dataset, runs, pattern, values.values, stop);
    if (stop.stop_requested()) return Cancelled{};
    if (!any && pattern.match == PatternMatch::nth && pattern.n > 1) {
        const bool isThere = static_cast<bool>(valuesByPattern(dataset, runs, {pattern.regex}, stop));
        if (stop.stop_requested()) return Cancelled{};
        if (isThere) return Error{inWords(pattern) + ": no run has so many matches"};
    }
    if (!any) return matchesNowhere(dataset, runs, pattern, values.wider);
    const auto hasValue = [](const std::optional<std::string>& value) { return value.has_value(); };
    if (const auto whole = findWholeWords(dataset, runs, pattern, values.values, stop)) {
        return Error{inWords(pattern) + ": gives “" +
                     **std::find_if(values.values.begin(), values.values.end(), hasValue) + "” in all " +
                     std::to_string(whole->gained.size()) + " runs, but the number goes on, as in “" +
                     whole->values.front() + "”; " + whole->regex + " takes all of it"};
    }
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
