#pragma once

#include "core/analyse/p_value.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Kruskal-Wallis test of values over blocks: tied values get midranks. The tie correction of H is the same for every
// labeling, so that p, which only compares labelings, needs the sum of R_i^2 / n_i alone. p over all labelings when
// there are at most a million of them, else by `permutations` seeded ones with the interval. Runs with a negative block
// or a NaN are left out. Source: Kruskal and Wallis, JASA 47 (1952).
[[nodiscard]] PValue kruskalWallis(const std::vector<int>& block, const std::vector<double>& value,
                                   std::size_t permutations = 20'000, std::uint64_t seed = 1);

}  // namespace flipscope
