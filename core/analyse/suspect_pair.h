#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"

#include <optional>

namespace flipscope {

// The verdict about the two winners that a suspect is about: the most frequent one in each of the two outcome groups
// with most runs where they differ, else the two most frequent over the labelled runs. Of an ungrouped outcome: the
// most frequent one, and the one whose runs' median is farthest from that of its runs. These need not be the pair that
// leads the key's verdict. winners: of one key of a suspect found with the same analysis. Null with fewer than two
// winners.
[[nodiscard]] std::optional<PairVerdict> verdictOnSuspect(const Dataset& dataset, const Analysis& analysis,
                                                          const SuspectWinners& winners);

}  // namespace flipscope
