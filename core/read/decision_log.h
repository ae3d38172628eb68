#pragma once

#include "core/model/decision.h"
#include "core/model/load_report.h"
#include "core/read/intern_pool.h"
#include "core/read/read_padding.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

struct ParsedLog {
    std::vector<Decision> decisions;  // in file order; usedWinner/source filled by the rule of formats §2.5
    std::vector<Problem> problems;    // at most kMaxProblemsKept
    std::uint64_t problemCount = 0;
    std::uint64_t recordsSkipped = 0;
    std::uint64_t otherLines = 0;  // ordinary text or other JSON between the records: no problem
};

// Reads the decision log of any cubecl version that writes one, and the JSON-line cache of cubecl 0.5 … 0.11-pre.1
// ({"key":{"key","checksum"},"value":{"fastest_index","results"}}). A stream of JSON objects: several on one line,
// blank lines and other text between them are fine. A damaged record is skipped up to the next line, with number and
// reason, and so is what is neither a record nor text. Times that contradict themselves are left out of a decision.
// `padded` says that kReadPadding bytes behind `text` may be read; otherwise a copy is made. path only names the file
// in problems. Thread rule: any number of threads, one pool.
[[nodiscard]] ParsedLog readDecisionLog(std::string_view text, bool padded, const std::string& path, InternPool& pool,
                                        const std::stop_token& stop = {});

// True when the first records of the text look like a decision log or JSON-line cache.
[[nodiscard]] bool looksLikeDecisionLog(std::string_view head);

// The text has members that only records have. Where it is no decision log, they are of a record whose beginning is
// lost.
[[nodiscard]] bool holdsMembersOfRecord(std::string_view text);

// Written for people: the first line that is not blank holds opening brackets only. Records are read one a line.
[[nodiscard]] bool isSpreadOverLines(std::string_view text);

}  // namespace flipscope
