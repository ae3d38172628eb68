#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/dataset.h"
#include "core/model/result.h"

namespace flipscope {

// How the values of an outcome become groups of runs.
enum class Grouping : std::uint8_t { automatic, byText, byThreshold, byGap };
enum class PatternMatch : std::uint8_t { first, last, nth };

struct OutcomePattern {
    std::string regex;  // ECMAScript; the first capture is the value (the whole match without a capture)
    PatternMatch match = PatternMatch::first;
    std::size_t n = 1;  // 1-based, for nth
};

// Value of an outcome for each run of a list, before grouping. Same length and order as that list.
struct OutcomeValues {
    std::string source;  // in words: "pattern …", "labels.csv", "exit status", "line 22, number 2 of stdout.log"
    std::vector<std::optional<std::string>> values;
    std::size_t outcomesLookedAt = 1;  // how many were offered when this one was chosen: stated with every result
};

struct OutcomeGroup {
    std::string name;                  // "40e21", "≤ 7.0639", "clean" …
    std::vector<std::size_t> members;  // positions in the list of runs, ascending
};

struct Outcome {
    std::string source;
    Grouping grouping = Grouping::byText;  // never automatic
    std::optional<double> cut;             // threshold or gap position
    std::vector<std::optional<std::string>> values;
    std::vector<int> groupOf;          // position -> group, -1 without label
    std::vector<OutcomeGroup> groups;  // numeric: ascending by value; else by size, then name
    std::size_t unlabelled = 0;
    std::size_t outcomesLookedAt = 1;
    bool numeric = false;              // every value is a finite number (or nan/inf, which form groups of their own)
};

// An outcome found in the text outputs by itself: something that varies between runs in otherwise equal output.
struct FoundOutcome {
    OutcomeValues values;
    std::string description;     // "step 0: loss ‹7.064027›" : the line with the varying part marked
    std::size_t distinct = 0;
    double support = 0;          // rank: larger is better supported
    Grouping suggested = Grouping::byText;
    std::string suggestedPattern;  // a regex for --outcome-pattern that gives these values; empty when none was verified
};

// regex that does not compile, or matches in no run, is an Error that says so.
[[nodiscard]] Result<OutcomeValues> valuesByPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                    const OutcomePattern& pattern);
[[nodiscard]] OutcomeValues valuesByExitStatus(const Dataset& dataset, const std::vector<RunIndex>& runs);
// CSV with a header naming a run and a label column (run,label), quotes allowed. Rows that name no run are returned as
// problems, as are runs named twice with different labels.
struct LabelValues {
    OutcomeValues values;
    std::vector<Problem> problems;
};
[[nodiscard]] Result<LabelValues> valuesByLabels(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                 std::string_view csv, const std::string& path);

// automatic: byText, unless the values are numbers and equality gives nearly as many values as runs: then byGap (largest
// relative gap). Asking for byThreshold/byGap on values that are no numbers is an Error.
[[nodiscard]] Result<Outcome> groupOutcome(const OutcomeValues& values, Grouping grouping, std::optional<double> threshold = {});

// Best supported first, at most `most`. Equal partitions of the runs are offered once (the first line wins, the others are
// named in its description); values that only count time, process ids or addresses rank last.
[[nodiscard]] std::vector<FoundOutcome> findOutcomes(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                     std::size_t most = 20);

}  // namespace flipscope
