#pragma once

#include "core/report/document.h"

#include <string>
#include <string_view>

namespace flipscope {

// The text made safe inside HTML elements and quoted attributes; control characters as in printable().
[[nodiscard]] std::string escapeHtml(std::string_view text);

// One self-contained page: no scripts, no external resources; light or dark by the reader's setting.
[[nodiscard]] std::string toHtml(const Document& document);

}  // namespace flipscope
