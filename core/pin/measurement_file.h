#pragma once

#include "core/analyse/analysis.h"
#include "core/model/result.h"
#include "core/pin/pin_classes.h"

#include <string_view>

namespace flipscope {

// Takes what a re-run found out about the key from its JSON report (`flipscope-cli rerun --format json`,
// docs/json.schema.json): the largest error with the operands taken as they are, refusals, failures and findings, and
// for candidates that ran themselves the class of equal bits, as "measured-A". Counted are the key's own sizes and what
// it stands for; of other sizes and placements nothing is taken. What was emulated or replicated is a prediction of the
// candidate's class and adds none, and puts nothing on the blocklist. An Error as of reportedRerun.
[[nodiscard]] Result<Measurements> measurementsIn(std::string_view reportJson, const Dataset& dataset,
                                                  const Analysis& analysis);

}  // namespace flipscope
