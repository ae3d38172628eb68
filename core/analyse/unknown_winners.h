#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// Keys that are not seen to flip, and yet cannot be said not to: in some run that has them the winner is not known, or
// is one of other candidates than those compared. Such a key is neither "the same" in all runs nor innocent.
struct UnknownWinners {
    std::vector<KeyIndex> keys;  // ascending
    // How many of these keys have it in some run, by reason (see WinnerSource); one key may count for several.
    std::size_t notProvable = 0, notDecided = 0, choicesCached = 0, contradictory = 0, severalSets = 0;
    std::size_t setChanged = 0;  // a run with other candidates than the compared ones
};

// Over the runs of the matrix. A key that one of several runs alone has is compared with nothing and is none of them.
// Thread rule: any thread.
[[nodiscard]] UnknownWinners findUnknownWinners(const Analysis& analysis);
// Over those that have a value of this outcome, by matrix column.
[[nodiscard]] UnknownWinners findUnknownWinners(const Analysis& analysis, const Outcome& outcome);

}  // namespace flipscope
