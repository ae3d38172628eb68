#pragma once

#include <string_view>

namespace flipscope {

// The text of resources/checksums, built in (core/CMakeLists.txt).
[[nodiscard]] std::string_view builtInChecksumTable();

}  // namespace flipscope
