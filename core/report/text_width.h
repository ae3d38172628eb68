#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Columns that valid UTF-8 without control characters takes in a terminal: combining marks none, East Asian wide
// characters and emoji two.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

// At most `width` columns; a longer text loses its middle to an ellipsis, because names differ at both ends.
[[nodiscard]] std::string cutInTheMiddle(std::string_view text, std::size_t width);

// The text padded with blanks to `width` columns (left or right); unchanged when it is wider.
[[nodiscard]] std::string padRight(std::string_view text, std::size_t width);
[[nodiscard]] std::string padLeft(std::string_view text, std::size_t width);

// Lines of at most `width` columns, broken at blanks; a word longer than that stands on a line of its own, uncut.
[[nodiscard]] std::vector<std::string> wrapWords(std::string_view text, std::size_t width);

}  // namespace flipscope
