#pragma once

#include <string>
#include <string_view>

namespace flipscope {

// Without spaces, tabs and line breaks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

[[nodiscard]] constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// A to Z as small letters; every other byte stays.
[[nodiscard]] char lowerCase(char c);
[[nodiscard]] std::string lowerCase(std::string_view text);
// Equal but for the case of A to Z.
[[nodiscard]] bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace flipscope
