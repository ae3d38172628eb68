#pragma once

#include "core/report/data_table.h"

#include <string>

namespace flipscope {

// RFC 4180 with a header line and CRLF line ends. Texts (never numbers) that a spreadsheet would take for a formula,
// because they start with = + - @, a tab or a carriage return, get a ' in front: names from logs are not to be
// executed. Other control characters and invalid UTF-8 are replaced as in printable().
[[nodiscard]] std::string toCsv(const DataTable& table);

// The rows of a shown table under the same rules; what "copy as CSV" gives. Cells that are numbers as a whole stay as
// they are.
[[nodiscard]] std::string toCsv(const Table& table);

}  // namespace flipscope
