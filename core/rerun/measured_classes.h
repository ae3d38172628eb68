#pragma once

#include "core/analyse/measured_bits.h"
#include "core/rerun/kept_rerun.h"

#include <map>
#include <optional>
#include <string>

namespace flipscope {

// "64×64×64 f32 rhsᵀ, seeds 1 and 2" (m×n×k); several seeds of one problem are joined: "seeds 1 and 2, 3 and 4".
[[nodiscard]] std::string inputsInWords(const std::vector<MeasuredInput>& inputs);

// By the weakest means of the results that there are, else of what was refused or failed: one emulated result makes the
// answer a model's. Emulated where nothing was tried.
[[nodiscard]] ClassBasis basisOf(const std::vector<RerunRound>& rounds);

// Whether what a re-run found on that basis speaks for the assumed card and code generator. What the candidates
// themselves did always does; a replica is of one code generator, an emulation of one card as well.
[[nodiscard]] bool isAssumed(const KeptRerun& rerun, ClassBasis basis, const ClassAssumptions& assumptions);

// What the re-runs say about one key, null when they say nothing. Only rounds of the key's own problem, dense, count:
// other sizes may take other paths inside a kernel. Of several re-runs the one that rests on most is taken: the
// candidates themselves before replicas of them, these before an emulation; of equal ones the newest. Those that do not
// speak for what is assumed are left out (isAssumed), and so are candidates that write outside their buffers and
// results whose index and name do not fit the set.
[[nodiscard]] std::optional<MeasuredBits> measuredBitsOf(const KeptReruns& reruns, const RerunTarget& target,
                                                         const ClassAssumptions& assumptions);

// The same for every key of the dataset that was re-run. keys: the verdicts by KeyIndex. Any thread.
[[nodiscard]] std::map<KeyIndex, MeasuredBits> measuredKeys(const KeptReruns& reruns, const Dataset& dataset,
                                                            const std::vector<KeyVerdict>& keys,
                                                            const ClassAssumptions& assumptions);

}  // namespace flipscope
