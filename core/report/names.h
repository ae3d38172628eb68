#pragma once

#include "core/analyse/flip_verdict.h"
#include "core/analyse/suspects.h"
#include "core/model/dataset.h"

#include <string>
#include <vector>

namespace flipscope {

// Runs, keys and candidates by their names, printable, for sentences and tables.

[[nodiscard]] std::string runName(const Dataset& dataset, RunIndex run);
[[nodiscard]] std::string runNames(const Dataset& dataset, const std::vector<RunIndex>& runs, std::size_t most = 6);
[[nodiscard]] std::string keyLabel(const Dataset& dataset, KeyIndex key);
[[nodiscard]] const std::string& keyId(const Dataset& dataset, KeyIndex key);

// "24 matmul_…" of the set the key was judged in; the index alone without a set.
[[nodiscard]] std::string candidateOf(const Dataset& dataset, const KeyVerdict& key, CandidateIndex candidate);
// The name alone; empty when it is not known.
[[nodiscard]] std::string candidateNameOf(const Dataset& dataset, const KeyVerdict& key, CandidateIndex candidate);

// Of the candidate that a run used: "24 matmul_…" of the set it was chosen from, and the name alone; the index, and
// empty, where the set is not known. winnerLabelOf: precondition cell.winner.
[[nodiscard]] std::string winnerLabelOf(const Dataset& dataset, const WinnerCell& cell);
[[nodiscard]] std::string winnerNameOf(const Dataset& dataset, const WinnerCell& cell);

// The pair that decides the key's verdict; cannotTell when there is none.
[[nodiscard]] const PairVerdict& mainPair(const KeyVerdict& key);

// "24×6 19×22": each winner with the number of runs that used it, at most `most` of them.
[[nodiscard]] std::string winnerCounts(const KeyVerdict& key, std::size_t most = 5);

// "24×6 19×2": what the runs of one outcome group used; empty when none of them used any.
[[nodiscard]] std::string usedIn(const SuspectWinners& winners, std::size_t group);
// "24×6: 7.063, 19×22: 7.066": winner × runs and the median of their numbers, of an ungrouped outcome.
[[nodiscard]] std::string usedWithMedians(const SuspectWinners& winners);

}  // namespace flipscope
