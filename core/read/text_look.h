#pragma once

#include <string>
#include <string_view>

namespace flipscope {

// Whether such a phrase is about decisions of Triton, XLA or Inductor, which are kept with runs but not read yet.
[[nodiscard]] bool isOtherFramework(std::string_view inWords);

// What a text looks like, as a noun phrase: "a Triton autotune cache", "a Python traceback", "a CSV table", "plain
// text". head: the beginning of the text, all of it when whole.
[[nodiscard]] std::string lookOfText(std::string_view head, bool whole);

}  // namespace flipscope
