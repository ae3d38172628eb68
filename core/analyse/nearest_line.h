#pragma once

#include "core/model/dataset.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// For a pattern that matches nowhere: the first line of the runs' outputs that holds the longest beginning of the
// pattern's literal text (what stands before its first special character), at least kShortestBeginning characters of
// it. At most kLongestLine bytes of the line, hostile as it is. Null when there is none.
[[nodiscard]] std::optional<std::string> nearestLine(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                     std::string_view pattern);

inline constexpr std::size_t kShortestBeginning = 4;
inline constexpr std::size_t kLongestLine = 120;

}  // namespace flipscope
