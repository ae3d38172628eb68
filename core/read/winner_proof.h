#pragma once

#include "core/model/decision.h"

namespace flipscope {

// Whether the winner a log names is the one the run used (formats cubecl-0.11 §2.5). The log names the best score of
// all successes; the tuner decides among the candidates it did not eliminate, and eliminates only what is more than 1.5
// times slower than the leader, never below two live candidates. So the named winner was used when it has the best
// score and its smallest time is at most 1.5 times the smallest of all, or when numbers are missing but at most two
// candidates succeeded. Older tuners eliminate nothing, but a line does not tell its version: the same rule for all,
// which never claims too much. Precondition: decision.loggedWinner is set. Best score: first in `measured`, which
// producers sort by score, else lowest 0.8·min + 0.2·median.
[[nodiscard]] bool loggedWinnerIsProved(const Decision& decision);

// Fills usedWinner and source from the logged winner; provedSource is log or humanLog.
void applyWinnerProof(Decision& decision, WinnerSource provedSource);

}  // namespace flipscope
