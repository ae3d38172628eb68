#pragma once

#include "core/drive/bisect_search.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// What these configurations showed behind all other runs, where they are run in turn: the tallies of the longest end of
// `runs` that is of these configurations only and begins not before the run of number `from`. isInRounds: three runs in
// a row of one configuration were no rounds, and the end begins behind them. A pure function; any thread.
[[nodiscard]] std::vector<TrialTally> lateTallies(const std::vector<TrialRun>& runs, std::size_t from,
                                                  const std::vector<KeySet>& configs, bool isInRounds);

// The number of runs after which judgeEnds first told the good end and the bad one, which has all keys, apart: what
// showed that is not to be counted for it again. All of them when it never did. A pure function; any thread.
[[nodiscard]] std::size_t endsApartAfter(const std::vector<TrialRun>& runs, const KeySet& all,
                                         const EvidenceLimits& limits);

}  // namespace flipscope
