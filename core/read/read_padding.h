#pragma once

#include <cstddef>

namespace flipscope {

// Bytes that must be readable (any content) behind a text that is parsed in place.
inline constexpr std::size_t kReadPadding = 64;

}  // namespace flipscope
