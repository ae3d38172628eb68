#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flipscope {

// Text from a log made fit for a one-line label: control characters, line and direction marks and invalid UTF-8 become
// U+FFFD; at most maxCharacters code points, a cut is marked by "…".
[[nodiscard]] std::string labelText(std::string_view hostile, std::size_t maxCharacters);

}  // namespace flipscope
