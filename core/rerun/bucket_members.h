#pragma once

#include "core/rerun/key_bucket.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// One of the problems that a key stands for, with the rows of its operands as its alignment wants them.
struct BucketMember {
    RerunProblem problem;
    OperandPlacement placement;
    friend bool operator==(const BucketMember&, const BucketMember&) = default;
};

inline constexpr std::size_t kMostBucketMembers = 32;

// Members worth trying, each once, at most kMostBucketMembers; the same ones for equal keys. In this order:
// 1. the largest and the smallest sizes, then each size at its largest with the others at their smallest;
// 2. for each size, the others at their smallest: the largest odd one, the neighbours of a multiple of the 16-byte
//    vector near the middle, and a multiple of the vector that is none of 32 vectors (the kernels' tile);
// 3. four drawn by a seed that is made of the key's sizes.
// First from the sizes whose dense rows have the key's alignment, with dense rows; then, unless onlyDense, from all
// sizes of the key, with rows as short as the alignment allows (a third of the places are kept free of dense ones for
// them). There may be none that is dense.
// Cost at the default level, where a size can halve: the largest take m·n·k of the key each, most others an eighth or
// a quarter; together about nine times the key's own sizes, up to sixteen where some sizes are fixed.
[[nodiscard]] std::vector<BucketMember> bucketMembers(const KeyBucket& bucket, bool onlyDense = false);

}  // namespace flipscope
