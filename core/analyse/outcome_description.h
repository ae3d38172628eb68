#pragma once

#include "core/analyse/outcome_ranking.h"

#include <string>
#include <vector>

namespace flipscope {

// The line of the first run that has a value, with the varying part in ‹ ›; long lines are cut around it, control
// characters become blanks. Fields that part the runs equally are named behind it.
[[nodiscard]] std::string describeField(const std::vector<AlignedOutput>& outputs,
                                        const std::vector<VaryingField>& fields, const RankedField& ranked);

// Where the values come from: "line 21, number 2 of stdout.log".
[[nodiscard]] std::string sourceOfField(const std::vector<AlignedOutput>& outputs, const VaryingField& field);

}  // namespace flipscope
