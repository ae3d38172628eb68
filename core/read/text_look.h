#pragma once

#include <string>
#include <string_view>

namespace flipscope {

// What a text looks like, as a noun phrase: "a Triton autotune cache", "a Python traceback", "a CSV table", "plain
// text". head: the beginning of the text, all of it when whole.
[[nodiscard]] std::string lookOfText(std::string_view head, bool whole);

// A line of the text is a decision as cubecl writes it to a decision log, a terminal or another log: such lines can
// stand far behind other output.
[[nodiscard]] bool holdsDecisionLines(std::string_view text);

}  // namespace flipscope
