#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The words of a text in lower case: sequences of letters A to Z. Any thread.
[[nodiscard]] std::vector<std::string> wordsIn(std::string_view text);

// The word, in lower case, by which people name what came out ("loss", "accuracy", "reward", "nan" …) that stands last
// in a text; empty without one. A word is a sequence of letters: "val_loss" says loss, "lossless" does not. The view
// lives for ever. Any thread.
[[nodiscard]] std::string_view outcomeWordIn(std::string_view text);

}  // namespace flipscope
