#pragma once

#include "core/analyse/flip_verdict.h"

#include <vector>

namespace flipscope {

// Keys whose used winners partition the runs in the same way: the data cannot tell them apart. Keys that do not flip
// are in no group. Runs without a winner for a key, or with another candidate set than the compared one, are part of
// the partition (they must be the same runs).
struct FlipGroup {
    std::vector<KeyIndex> keys;  // ascending
    std::vector<int>
        blockOfColumn;  // matrix column -> block 0…blocks-1 in order of first appearance; -1 without winner
    int blocks = 0;
};

// In order of their first key. verdicts: by KeyIndex, of this matrix.
[[nodiscard]] std::vector<FlipGroup> findFlipGroups(const WinnerMatrix& matrix,
                                                    const std::vector<KeyVerdict>& verdicts);

}  // namespace flipscope
