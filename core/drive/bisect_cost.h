#pragma once

#include "core/drive/bisect_search.h"

#include <cstddef>

namespace flipscope {

struct ExpectedRuns {
    std::size_t least = 0, most = 0;
};

// How many runs a search takes when one of the keys makes the difference by itself and no outcome ever varies: found by
// playing the search for a culprit at every position, or at 100 of them, spread evenly. Several causes and outcomes
// that vary take more. Thread rule: any thread.
[[nodiscard]] ExpectedRuns expectedRuns(const BisectPlan& plan);

}  // namespace flipscope
