#pragma once

#include "core/model/decision.h"

namespace flipscope {

// Both were written by the same tuning: the same candidates measured with the same numbers. Times in nanoseconds do not
// repeat by chance over several candidates. False when there are no numbers to compare.
[[nodiscard]] bool sameMeasurements(const Decision& a, const Decision& b);

// The same, for a source that keeps only some of the candidates or only their medians: everything both have is equal.
[[nodiscard]] bool sameMediansWhereKnown(const Decision& a, const Decision& b);

}  // namespace flipscope
