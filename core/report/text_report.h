#pragma once

#include "core/report/document.h"

#include <cstddef>
#include <string>

namespace flipscope {

struct TextStyle {
    std::size_t width = 100;  // columns; tables and paragraphs fit into it
    bool colour = false;      // ANSI colours
};

// The document for a terminal: UTF-8, ends with a line break. In tables that are too wide the shrinking columns wrap
// their cells into at most four lines; words that are longer than such a column are cut in the middle. When that is not
// enough the last columns are left out and named below the table.
[[nodiscard]] std::string toText(const Document& document, const TextStyle& style = {});

}  // namespace flipscope
