#pragma once

#include "core/report/document.h"

#include <string>

namespace flipscope {

// The table as GitHub Markdown, without title and note; what a person pastes into an issue.
[[nodiscard]] std::string toMarkdown(const Table& table);
[[nodiscard]] std::string toMarkdown(const Document& document);

}  // namespace flipscope
