#pragma once

#include <string_view>

namespace flipscope {

// Natural order: digit sequences compare as numbers, so run9 < run10.
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

}  // namespace flipscope
