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

// Exact test of independence with fixed margins (Fisher; Freeman-Halton for larger tables): sum of the probabilities of
// all tables that are no more probable than the observed one (relative tolerance 1e-7). Enumeration up to maxTables
// tables, where tables that differ only by exchanging blocks of equal size are one, else `permutations` seeded random
// labelings with the interval. Source: Freeman and Halton, Biometrika 38 (1951).
[[nodiscard]] PValue fisherFreemanHalton(const Contingency& table, std::size_t maxTables = 1'000'000,
                                         std::size_t permutations = 20'000, std::uint64_t seed = 1);

// Smallest p that any table with these margins can have. Exact by enumeration up to maxTables tables and, for two
// groups, beyond them by dynamic programming; otherwise the simulated p of the most lopsided table found by filling the
// largest group first, which is an upper bound and marked as not exact.
[[nodiscard]] PValue smallestAttainableP(const Contingency& table, std::size_t maxTables = 1'000'000);

// No block holds two outcome groups, there are at least two blocks and two groups.
[[nodiscard]] bool separates(const Contingency& table);

// Number of labelings with these group sizes in which every block is of one group / all labelings, exactly by subset
// sums (two groups) or the multinomial recursion (more). 0 with fewer than two blocks or groups. See
// separating_labelings.h.
[[nodiscard]] double shareOfSeparatingLabelings(const Contingency& table);

// Cramér's V, 0…1: the effect size shown beside p.
[[nodiscard]] double cramersV(const Contingency& table);

}  // namespace flipscope
