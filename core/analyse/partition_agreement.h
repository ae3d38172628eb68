#pragma once

#include <cstddef>
#include <vector>

namespace flipscope {

// Partitions are given as block of each item, 0 … blocks - 1, negative for items that take no part.

// Blocks renumbered in order of first appearance, so that equal partitions are equal vectors.
[[nodiscard]] std::vector<int> canonicalPartition(const std::vector<int>& blockOf);

// Adjusted Rand index of two partitions over the items that both have: 1 for equal, about 0 for independent ones; 0
// where it is not defined. Source: Hubert and Arabie, Journal of Classification 2 (1985).
[[nodiscard]] double adjustedRandIndex(const std::vector<int>& a, const std::vector<int>& b);

// Ranks 1 … n of the items with a value, ties averaged, nan above all; 0 for items without (see valid).
[[nodiscard]] std::vector<double> averageRanks(const std::vector<double>& values, const std::vector<bool>& valid);

// How far the groups stand apart in rank, beyond luck: Σ over groups of size share · max(0, (|2·AUC - 1| - 2s) / (1 -
// 2s)), AUC = probability that an item of the group ranks above one outside, s its standard deviation under
// independence times 2.
[[nodiscard]] double rankSeparation(const std::vector<int>& groupOf, const std::vector<double>& ranks);

}  // namespace flipscope
