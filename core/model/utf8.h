#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flipscope {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0;  // bytes; 0: no well-formed sequence begins here
};

// The character at the beginning of the text. Well-formed as Unicode 15, table 3-7 says: no overlong forms, no
// surrogates, nothing above U+10FFFF. An empty text gives length 0.
[[nodiscard]] CodePoint decodeUtf8(std::string_view text);

// Characters that a terminal obeys (C0, DEL, C1), that break a line, that cannot be seen, or that show the text around
// them in another order than it has. Not the joiners U+200C and U+200D, which some scripts need.
[[nodiscard]] bool misleads(std::uint32_t codePoint);

}  // namespace flipscope
