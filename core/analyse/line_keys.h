#pragma once

#include "core/analyse/line_families.h"

#include <cstddef>
#include <optional>

namespace flipscope {

// The token that tells the several appearances of a line in one run apart: in every run different in each appearance,
// and the same set of texts in all runs that have the line; else a counter: whole numbers that rise from each
// appearance to the next, starting equally in at least half of the runs. Null when there is none, or no run has the
// line twice.
[[nodiscard]] std::optional<std::size_t> keyToken(const LineFamily& family, const DistinctLines& lines);

}  // namespace flipscope
