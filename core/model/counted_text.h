#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flipscope {

// "1 key", "3 keys". Any thread.
[[nodiscard]] std::string countedText(std::size_t count, std::string_view one, std::string_view many);

}  // namespace flipscope
