#pragma once

#include "core/analyse/outcomes.h"
#include "core/analyse/varying_fields.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Text as a regex that matches just it; blanks as ` +` when anyBlanks is set.
[[nodiscard]] std::string escapedForRegex(std::string_view text, bool anyBlanks);

// A regex for OutcomePattern{regex} (first match) that gives exactly the field's values for these runs: tried on their
// outputs before it is returned. Empty when no simple one does, as for counts.
[[nodiscard]] std::string suggestPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                         const std::vector<AlignedOutput>& outputs, const VaryingField& field);

}  // namespace flipscope
