#pragma once

#include "core/analyse/outcomes.h"
#include "core/analyse/pattern_search.h"
#include "core/model/run.h"

#include <optional>
#include <string>

namespace flipscope {

// The lines of a run's outputs that its outcome rests on: the fewest around the wanted match (of the n-th, all lines
// with matches up to it) in which the pattern finds the same value. Null when the run has none, or when no such lines
// give it: a pattern may look at text far away. Thread rule: as `search`.
[[nodiscard]] std::optional<std::string> matchedLines(const PatternSearch& search, const Run& run,
                                                      const OutcomePattern& pattern);

}  // namespace flipscope
