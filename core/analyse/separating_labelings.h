#pragma once

#include <cstddef>
#include <vector>

namespace flipscope {

// Share of the labelings with these group sizes in which every block is of one group and the blocks hold two groups or
// more. Runs that are in no block (blockless: labelled runs without a winner) take any label; the group sizes are of
// all runs together. 0 with fewer than two blocks or groups.
//
// Labelings that are unions of whole blocks are counted exactly by subset sums over what is left in each group; blocks
// of one run and blockless runs end it with a multinomial. Before that the share is bounded: it cannot exceed prod_i
// sum_j (c_j/n)^r_i / P(group sizes are c | multinomial); a share below 1e-9 is given as 0 without counting. Should
// more than 50,000 states be needed (never seen below that bound), the bound itself is returned.
[[nodiscard]] double separatingShare(const std::vector<std::size_t>& blockSizes, std::size_t blockless,
                                     const std::vector<std::size_t>& groupSizes);

}  // namespace flipscope
