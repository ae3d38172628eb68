#pragma once

#include <string_view>
#include <vector>

namespace flipscope {

// The texts of resources/cards, built in (core/CMakeLists.txt), oldest generation first.
[[nodiscard]] std::vector<std::string_view> builtInCardTexts();

}  // namespace flipscope
