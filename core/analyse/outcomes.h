#pragma once

#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// How the values of an outcome become groups of runs. ungrouped: they do not, their numbers are used as they are.
enum class Grouping : std::uint8_t { automatic, byText, byThreshold, byGap, byFinite, ungrouped };
enum class PatternMatch : std::uint8_t { first, last, nth };

struct OutcomePattern {
    // Perl-compatible (PCRE2), multi-line: '^' and '$' stand at every line, '.' stops at a line end, UTF-8. The value
    // is the first group that takes part in the match (empty text when none does), the whole match in a pattern without
    // groups.
    std::string regex;
    PatternMatch match = PatternMatch::first;
    std::size_t n = 1;  // 1-based, for nth
};

// A pattern that finds more than the one asked for: its first group takes any word in place of digits alone, which pass
// over NaN and inf.
struct WiderPattern {
    std::string regex;
    std::vector<std::size_t>
        gained;  // positions in the list of runs that get a value, or nan or inf in place of another
    std::vector<std::string> values;  // of these
};

// Value of an outcome for each run of a list, before grouping. Same length and order as that list.
struct OutcomeValues {
    std::string source;  // in words: "pattern …", "labels.csv", "exit status", "line 22, number 2 of stdout.log"
    std::vector<std::optional<std::string>> values;
    // How many there were when this one was chosen: stated with every result. Of those found in the output all
    // different ways to part the runs that were looked at, offered or not.
    std::size_t outcomesLookedAt = 1;
    std::string compared;           // in words: how much of the outputs was looked at for it; empty when all was
    std::vector<Problem> problems;  // rows of a label file that say nothing about a run
    std::optional<WiderPattern> wider;
    std::size_t runsWithMoreMatches = 0;  // of a pattern whose first match counts
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
    std::vector<int> groupOf;          // position -> group, -1 without label; all -1 when ungrouped
    std::vector<OutcomeGroup> groups;  // numeric: ascending by value; else by size, then name; none when ungrouped
    std::size_t unlabelled = 0;
    std::size_t outcomesLookedAt = 1;
    std::string compared;  // of OutcomeValues
    bool numeric = false;  // every value is a finite number (or nan/inf, which form groups of their own)
    std::vector<Problem> problems;
    std::optional<WiderPattern> wider;
    std::size_t runsWithMoreMatches = 0;
};

// How many different values the runs of a group have.
[[nodiscard]] std::size_t distinctValues(const Outcome& outcome, const OutcomeGroup& group);

// An outcome found in the text outputs by itself: something that varies between runs in otherwise equal output.
struct FoundOutcome {
    OutcomeValues values;
    std::string description;  // "step 0: loss ‹7.064027›" : the line with the varying part marked
    std::size_t distinct = 0;
    double support = 0;       // rank: larger is better supported
    std::string outcomeWord;  // in its line or value, which counts a quarter more ("loss"); empty without
    bool timeLike = false;    // counts time or names a process or place (VaryingField): ranked behind all others
    Grouping suggested = Grouping::byText;
    std::string
        suggestedPattern;  // a regex for --outcome-pattern that gives these values; empty when none was verified
};

// The first, last or n-th match over all outputs of a run, those named stdout… first. A run without such a match has no
// value. A regex that does not compile (with the position), that matches in no run, or that takes too long on one
// output is an Error that says so; Cancelled when `stop` was requested. Thread rule of everything here: any thread.
[[nodiscard]] Result<OutcomeValues> valuesByPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                    const OutcomePattern& pattern, const std::stop_token& stop = {});
// Values "exit 0", "exit 101"; none where the status is not known.
[[nodiscard]] OutcomeValues valuesByExitStatus(const Dataset& dataset, const std::vector<RunIndex>& runs);

// CSV with a header naming a run and a label column (run,label in any case and order, other columns ignored; of two
// columns one named run is enough; two columns without a header when the first names a run), separated by ',', ';' or
// tab, quotes allowed. A row names a run by its id, by a path that ends in its id, or by a path that only its sources
// lie under. Rows that name no run are returned as problems, as are runs named twice with different labels (the first
// label counts) and rows with more cells than the first record (the further ones are ignored; blank ones need no word).
// Rows of runs that are in the dataset but not in `runs` are passed over. An Error: neither header nor
// run names, or more than kMaxLabelBytes, or a quote that is never closed (it may have swallowed rows).
inline constexpr std::size_t kMaxLabelBytes = std::size_t{16} << 20;
struct LabelValues {
    OutcomeValues values;
    std::vector<Problem> problems;  // also in values
};
[[nodiscard]] Result<LabelValues> valuesByLabels(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                 std::string_view csv, const std::string& path);

// automatic: byText, unless the values are numbers and equality gives nearly as many values as runs: then byGap, or
// byFinite where some are nan or inf. Nearly as many: at least three different finite numbers (two beside nan or inf),
// and either more different ones than half of the runs that have one, or more than ten.
//
// byThreshold: "≤ X" and "> X".
//
// byGap: the finite numbers are split where (b - a) / max(|a|, |b|) of neighbours a < b is largest, with max(|a|, |b|)
// at least 1e-9 of the largest magnitude, so that the sign of a rounded zero splits nothing; among equal ones where b -
// a is largest, then the lower one.
//
// nan, inf and -inf are groups of their own in both. Where there are any, the step to them is the largest gap there is,
// and byGap splits the finite numbers only at a gap of more than three times the range of the numbers on either side.
//
// byFinite: "finite", and "nan", "inf", "-inf" or, for several of these, "not finite". ungrouped: no groups; the
// numbers are ranked as they are, nan above inf.
//
// Numbers with decimal commas throughout ("7,064") are read as numbers, and values then shows them with points.
//
// A threshold with all values on one side is an Error that names their range. Asking for any of these on values that
// are no numbers, or for byThreshold without a threshold, is an Error.
[[nodiscard]] Result<Outcome> groupOutcome(const OutcomeValues& values, Grouping grouping,
                                           std::optional<double> threshold = {});

// How many outcomes are offered unless more are asked for.
inline constexpr std::size_t kOutcomesOffered = 20;

// What varies between the runs in otherwise equal output, best supported first, at most `most`; how it is ranked stands
// in outcome_ranking.h, how lines are matched in line_alignment.h, which of very many lines of one form stand for all
// in field_families.h. Equal partitions of the runs are offered once (the first line wins, the others are named in its
// description); values that only count time, process ids or addresses rank last. Nothing when `stop` was requested
// before the end.
[[nodiscard]] std::vector<FoundOutcome> findOutcomes(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                     std::size_t most = kOutcomesOffered,
                                                     const std::stop_token& stop = {});

}  // namespace flipscope
