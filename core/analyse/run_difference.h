#pragma once

#include "core/analyse/analysis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flipscope {

enum class DifferenceKind : std::uint8_t {
    same,
    flipped,     // same candidate set, other winner
    setChanged,  // the candidate sets differ: the winners cannot be compared
    onlyInA,     // A tuned the key, B never did
    onlyInB,
    unknown,  // at least one winner is not known, or not whether the run has the key
};

struct KeyDifference {
    KeyIndex key;
    DifferenceKind kind = DifferenceKind::unknown;
    WinnerCell a, b;
    // Flipped keys only: whether these two winners are predicted to compute the same bits.
    std::optional<ClassStatement> bits;
    // Flipped keys only: the verdict about these two winners, from all runs of the analysis; null when their candidate
    // set is not the one that the analysis compares.
    std::optional<PairVerdict> verdict;
};

// Two runs key by key, keys that neither run has left out.
struct RunDifference {
    RunIndex a, b;
    std::vector<KeyDifference> keys;  // by KeyIndex
    std::size_t flipped = 0, same = 0;
};

// columnA, columnB: columns of the analysis' matrix.
[[nodiscard]] RunDifference compareRuns(const Dataset& dataset, const Analysis& analysis, std::size_t columnA,
                                        std::size_t columnB, const ClassAssumptions& assumptions = {});

}  // namespace flipscope
