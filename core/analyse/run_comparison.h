#pragma once

#include "core/analyse/flip_verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What a run's choices cost against the best medians known over all runs: per key the candidate with the smallest
// median of medians (measured in at least half of the runs that measured anything for the key) is the reference. A
// choice never costs less than nothing.
struct RunRegret {
    RunIndex run;
    Nanoseconds total;            // sum over keys of medianOfMedians(chosen) - medianOfMedians(best)
    std::size_t keysCounted = 0;  // keys where both are known
    std::size_t keysNotCounted = 0;
    std::optional<KeyIndex> worstKey;  // null when no choice cost anything
    std::optional<Nanoseconds> worst;
};

// One candidate of one key that moved over the runs (in run order): first against second half.
struct Drift {
    KeyIndex key;
    CandidateIndex candidate;
    std::size_t runs = 0;
    double relativeChange = 0.0;  // (median of second half - median of first half) / median of first half
    double trendP = 1.0;  // two-sided Mann-Kendall with tie correction (normal approximation from 10 runs, else exact)
};

struct NumericRange {
    double smallest = 0.0, largest = 0.0;
    std::string unit;          // as written after the number
    std::size_t distinct = 0;  // values
};

struct EnvironmentDifference {
    std::string name;  // e.g. "compute peak"
    // value -> runs having it, most common first; runs that do not state it are in no entry
    std::vector<std::pair<std::string, std::vector<RunIndex>>> values;
    // Set when most runs have a number of their own, as measured peaks do: values then holds one entry
    // "smallest … largest" with all these runs.
    std::optional<NumericRange> range;
};

// A key that only some of the runs have.
struct PartialKey {
    KeyIndex key;
    std::vector<RunIndex> present, absent;
};

[[nodiscard]] std::vector<RunRegret> computeRegret(const Dataset& dataset, const WinnerMatrix& matrix,
                                                   const std::vector<KeyVerdict>& verdicts);
// By name; only what differs between two runs.
[[nodiscard]] std::vector<EnvironmentDifference> environmentDifferences(const Dataset& dataset,
                                                                        const WinnerMatrix& matrix);
// By key. A run whose choices are unknown is neither present nor absent.
[[nodiscard]] std::vector<PartialKey> findPartialKeys(const Dataset& dataset, const WinnerMatrix& matrix);

}  // namespace flipscope
