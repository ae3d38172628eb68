#pragma once

#include "core/analyse/p_value.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Winner blocks (rows) by outcome groups (columns): the partition of some runs by two labels.
struct Contingency {
    std::vector<std::size_t> blockSizes, groupSizes;
    std::vector<std::size_t> counts;  // row-major: block * groups + group

    [[nodiscard]] std::size_t at(std::size_t block, std::size_t group) const {
        return counts[block * groupSizes.size() + group];
    }
    [[nodiscard]] std::size_t runs() const;
};

// block, group: one entry a run; runs with a negative entry in either are left out. Empty blocks and groups are
// dropped.
[[nodiscard]] Contingency tabulate(const std::vector<int>& block, const std::vector<int>& group);

// Smallest p that any table with these margins can have, without visiting them all (see exactTail): exact for two
// groups, by dynamic programming; with more groups, or too many runs for that, the simulated p of the most lopsided
// table found by filling the largest group first, which is an upper bound and marked as not exact.
[[nodiscard]] PValue smallestAttainableP(const Contingency& table);

// No block holds two outcome groups, there are at least two blocks and two groups.
[[nodiscard]] bool separates(const Contingency& table);

// Cramér's V, 0…1: the effect size shown beside p.
[[nodiscard]] double cramersV(const Contingency& table);

}  // namespace flipscope
