#pragma once

#include <string>
#include <string_view>

namespace flipscope {

// A file name or message of the system as it may stand in a report, a run id or JSON: valid UTF-8 without control
// characters; any other byte is written as \xNN, a character that misleads (see utf8.h) as \u{NNNN}. Other valid names
// stay as they are.
[[nodiscard]] std::string shownText(std::string_view bytes);

}  // namespace flipscope
