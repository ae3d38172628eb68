#pragma once

#include "core/analyse/winner_matrix.h"

#include <cstdint>
#include <vector>

namespace flipscope {

enum class DifferenceKind : std::uint8_t {
    same,
    flipped,     // same candidate set, other winner
    setChanged,  // the candidate sets differ: the winners cannot be compared
    onlyInA,     // the other run never tuned the key
    onlyInB,
    unknown,  // at least one winner is not known
};

struct KeyDifference {
    KeyIndex key;
    DifferenceKind kind = DifferenceKind::unknown;
    WinnerCell a, b;
};

// Two runs key by key, keys that neither run has left out.
struct RunDifference {
    RunIndex a, b;
    std::vector<KeyDifference> keys;  // by KeyIndex
    std::size_t flipped = 0, same = 0;
};

// columnA, columnB: columns of the matrix.
[[nodiscard]] RunDifference compareRuns(const WinnerMatrix& matrix, std::size_t columnA, std::size_t columnB);

}  // namespace flipscope
