#pragma once

#include "core/analyse/unknown_winners.h"

#include <string>

namespace flipscope {

// Keys that can neither be said to flip nor not to, in words: how many and why. Empty when there are none.
[[nodiscard]] std::string unknownWinnersSentence(const Dataset& dataset, const UnknownWinners& unknown);

// What may be said of an outcome when no key is seen to flip among its runs: that no choice goes with it only where
// every winner is known.
[[nodiscard]] std::string noFlipSentence(const UnknownWinners& unknown);

}  // namespace flipscope
