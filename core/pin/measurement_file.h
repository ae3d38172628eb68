#pragma once

#include "core/analyse/analysis.h"
#include "core/model/result.h"
#include "core/pin/pin_classes.h"

#include <string_view>

namespace flipscope {

// Takes what a re-run found out from its JSON report (`flipscope-cli rerun --format json`, docs/json.schema.json):
// the largest error with the operands taken as they are, refusals and failures, and for workers that ran the candidates
// themselves the class of equal bits, as "measured-A". What was emulated or replicated is a prediction of the
// candidate's class and adds none. An Error: no such report, a key that these runs do not have, or a candidate that has
// another name there. Never throws on hostile input.
[[nodiscard]] Result<Measurements> measurementsIn(std::string_view reportJson, const Dataset& dataset,
                                                  const Analysis& analysis);

}  // namespace flipscope
