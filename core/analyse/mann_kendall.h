#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace flipscope {

// Trend test of Mann (1945) and Kendall: does the series rise or fall over its order?
struct Trend {
    std::int64_t s = 0;  // rising minus falling pairs
    double p = 1.0;      // two-sided: exact below 10 values, else normal with tie and continuity correction
};

// O(n log n). Fewer than two values: no trend, p = 1. scratch is working memory.
[[nodiscard]] Trend mannKendall(std::span<const std::int64_t> series, std::vector<std::int64_t>& scratch);

// Exact two-sided p of |S| >= |s| over all orders of values with these tie counts (a partition of at most 20 values).
// Source: inversions of the permutations of a multiset, generating function [n]_q! / prod [t_i]_q!.
[[nodiscard]] double exactTrendP(std::int64_t s, const std::vector<std::size_t>& tieSizes);

}  // namespace flipscope
