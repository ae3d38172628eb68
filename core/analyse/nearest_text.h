#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Edits (a byte more, less, other, or two neighbours exchanged) from one text to the other. Source: optimal string
// alignment, Damerau 1964. Texts are cut at 200 bytes.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

// Position of the text that is nearest, the first of equal ones; null when all differ in more than two fifths of the
// longer text's bytes, which no slip of the fingers does.
[[nodiscard]] std::optional<std::size_t> nearestText(std::string_view text, const std::vector<std::string>& among);

}  // namespace flipscope
