#pragma once

#include "core/model/result.h"
#include "core/model/tuning_key.h"
#include "core/rerun/rerun_request.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flipscope {

// How coarsely a tuner rounds sizes before they become part of a key: CUBECL_AUTOTUNE_LEVEL. No key and no log says it.
enum class AnchorLevel : std::uint8_t { minimal, balanced, extensive, full };

[[nodiscard]] std::string_view toString(AnchorLevel level);  // the name that the setting takes

// The size that a key holds for a real one: ceil(b^ceil(ln x / ln b)) with b = 2.5, 2 and 1.5; full: x itself.
// Source: docs "formats of cubecl 0.11", 5.1.
[[nodiscard]] std::uint64_t anchorOf(std::uint64_t size, AnchorLevel level);

struct SizeRange {
    std::uint64_t smallest = 1, largest = 1;  // both included
    friend bool operator==(const SizeRange&, const SizeRange&) = default;
};

// What a plain matmul key of cubecl 0.11 stands for: the sizes whose anchors it holds, at any row stride that has the
// key's alignment, at any offset. Its batches are not in the key either; here there is one.
struct KeyBucket {
    MatmulProblem key;
    // The first of balanced (the default), minimal and extensive at which all three sizes are anchors, else full, at
    // which a key stands for one shape.
    AnchorLevel level = AnchorLevel::balanced;
    SizeRange m, n, k;
};

// How far apart a key allows the rows of an operand to be: log2 of the bytes, at most 10, that divide the distance.
struct RowRule {
    std::size_t elementBytes = 4;
    unsigned alignment = 0;
    // Any multiple of the alignment will do; else only those that no higher power of two divides.
    [[nodiscard]] bool atLeast() const;
    // Whether the rows of the key may be `stride` elements apart.
    [[nodiscard]] bool allows(std::uint64_t stride) const;
    // The shortest distance in elements that is allowed and not below `columns`.
    [[nodiscard]] std::uint64_t leastStride(std::uint64_t columns) const;
};

[[nodiscard]] RowRule lhsRows(const KeyBucket& bucket);
[[nodiscard]] RowRule rhsRows(const KeyBucket& bucket);

// An Error says why it cannot be told which shapes the key stands for: no plain matmul, a version whose keys follow
// another rule, permuted operands (whose strides the key does not hold), or fields that contradict each other.
[[nodiscard]] Result<KeyBucket> bucketOfKey(const TuningKey& key);

// Whether a tuner would look up this key for the problem. Source: docs "formats of cubecl 0.11", 5.2.
[[nodiscard]] bool standsFor(const KeyBucket& bucket, const RerunProblem& problem, const OperandPlacement& placement);

}  // namespace flipscope
