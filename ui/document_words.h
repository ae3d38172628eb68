#pragma once

#include "core/report/document.h"

#include <QString>

namespace flipscope {

// Headings, paragraphs and lists of a report as rich text for a label, the first paragraph bold: it is the answer.
// Tables and commands are left out. All texts are escaped.
[[nodiscard]] QString wordsOf(const Document& document);

}  // namespace flipscope
