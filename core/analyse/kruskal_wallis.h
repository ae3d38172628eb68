#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// Kruskal-Wallis test of numbers over blocks, by permutation.
struct RankTail {
    double p = 1.0;     // of the observed numbers
    double pMin = 1.0;  // smallest p that these numbers, dealt out to the runs in any other way, could have
};

// By visiting every way to give the runs to the blocks; null when there are more than maxLabelings. Tied numbers get
// the mean of their ranks, nan ranks above all. The tie correction of H is the same for every labeling, so that p,
// which only compares labelings, needs the sum of R_i^2 / n_i alone. Runs with a negative block are left out. 1 when
// there is nothing to compare: fewer than two blocks, or a block a run. Source: Kruskal and Wallis, JASA 47 (1952).
[[nodiscard]] std::optional<RankTail> exactKruskalWallis(const std::vector<int>& block,
                                                         const std::vector<double>& value, std::size_t maxLabelings);

}  // namespace flipscope
