#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// A record of a CSV text: its cells, unquoted and trimmed of blanks around unquoted text.
struct CsvRecord {
    std::uint64_t line = 0;  // 1-based line where it begins
    std::vector<std::string> cells;
};

// What is kept of a hostile text.
inline constexpr std::size_t kMaxCsvRecords = 500'000;
inline constexpr std::size_t kMaxCsvCells = 64;  // of a record; further ones are dropped

struct CsvText {
    char separator = ',';
    std::vector<CsvRecord> records;  // without blank lines
    // Line of a quote that is never closed, so that the last record runs to the end of the text; 0: none.
    std::uint64_t unclosedQuote = 0;
    bool moreRecords = false;  // more than kMaxCsvRecords; the rest was not read
};

// Reads a CSV of any common shape: RFC 4180 quotes (also around line breaks), LF, CRLF or CR, byte order mark,
// separator ','
// ';' or tab: whichever stands most often in the first record outside quotes, ',' when none does. Never fails: a quote
// in the middle of an unquoted cell is part of it.
[[nodiscard]] CsvText readCsv(std::string_view text);

}  // namespace flipscope
