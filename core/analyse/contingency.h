#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace flipscope {

// A p value and how it was got. interval: 95 % Clopper-Pearson interval of a simulated one.
struct PValue {
    double p = 1.0;
    bool exact = true;
    std::optional<std::pair<double, double>> interval;
};

// Winner blocks (rows) by outcome groups (columns): the partition of some runs by two labels.
struct Contingency {
    std::vector<std::size_t> blockSizes, groupSizes;
    std::vector<std::size_t> counts;  // row-major: block * groups + group
};

// block, group: one entry a run; runs with a negative entry in either are left out. Empty blocks and groups are dropped.
[[nodiscard]] Contingency tabulate(const std::vector<int>& block, const std::vector<int>& group);

// Exact test of independence with fixed margins (Fisher; Freeman-Halton for larger tables): sum of the probabilities of all
// tables that are no more probable than the observed one. Enumeration up to maxTables tables, else `permutations` seeded
// random labelings with the interval. Source: Freeman and Halton, Biometrika 38 (1951).
[[nodiscard]] PValue fisherFreemanHalton(const Contingency& table, std::size_t maxTables = 1'000'000,
                                         std::size_t permutations = 20'000, std::uint64_t seed = 1);

// Smallest p that any table with these margins can have.
[[nodiscard]] PValue smallestAttainableP(const Contingency& table, std::size_t maxTables = 1'000'000);

// No block holds two outcome groups, there are at least two blocks and two groups.
[[nodiscard]] bool separates(const Contingency& table);

// Number of labelings with these group sizes in which every block is of one group / all labelings, exactly by subset sums
// (two groups) or the multinomial recursion (more).
[[nodiscard]] double shareOfSeparatingLabelings(const Contingency& table);

// Kruskal-Wallis H of values over blocks, p by seeded permutation (exact enumeration up to maxTables labelings).
[[nodiscard]] PValue kruskalWallis(const std::vector<int>& block, const std::vector<double>& value,
                                   std::size_t permutations = 20'000, std::uint64_t seed = 1);

// Cramér's V, 0…1: the effect size shown beside p.
[[nodiscard]] double cramersV(const Contingency& table);

}  // namespace flipscope
