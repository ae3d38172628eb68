#pragma once

#include "core/analyse/measured_bits.h"
#include "core/rerun/kept_rerun.h"

#include <map>
#include <optional>
#include <string>

namespace flipscope {

// "64×64×64 f32 rhsᵀ, seeds 1 and 2" (m×n×k); several seeds of one problem are joined: "seeds 1 and 2, 3 and 4".
[[nodiscard]] std::string inputsInWords(const std::vector<MeasuredInput>& inputs);

// What the re-runs say about one key, null when they say nothing. Only rounds of the key's own problem, dense, count:
// other sizes may take other paths inside a kernel. Of several re-runs that which ran on a card is taken before an
// emulated one, then the newest; an emulated one counts only where the assumptions name no other card, and none of
// another code generator than the assumed one does. Candidates that write outside their buffers and results whose index
// and name do not fit the set are left out.
[[nodiscard]] std::optional<MeasuredBits> measuredBitsOf(const KeptReruns& reruns, const RerunTarget& target,
                                                         const ClassAssumptions& assumptions);

// The same for every key of the dataset that was re-run. keys: the verdicts by KeyIndex. Any thread.
[[nodiscard]] std::map<KeyIndex, MeasuredBits> measuredKeys(const KeptReruns& reruns, const Dataset& dataset,
                                                            const std::vector<KeyVerdict>& keys,
                                                            const ClassAssumptions& assumptions);

}  // namespace flipscope
