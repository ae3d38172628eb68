#pragma once

#include "core/read/decision_log.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flipscope {

// A key that a later process found in its database ("validate checksum key=…, checksum=…").
struct ValidatedChoice {
    KeyIndex key;
    std::string checksum;
    std::uint32_t line = 0;
};

struct ParsedHumanLog {
    std::vector<Decision> decisions;  // source humanLog (or none_…); minimal level: winner and up to three medians only
    std::vector<ValidatedChoice> validated;
    std::vector<Problem> problems;
    std::uint64_t problemCount = 0;
    std::uint64_t recordsSkipped = 0;
};

// Reads the human autotune log (levels minimal and full, cubecl 0.6 … 0.11). The key's Rust Debug text is turned back
// into the JSON form of the decision log, so that keys of both sources are equal; a key it cannot turn back keeps its
// text. Level full is read by the same rules as the decision log. Level minimal names no candidates: the candidate set
// is empty, and only the median is known, so mean, smallest and largest time repeat it (a band of no width = unknown).
// The winner of a log written before cubecl 0.11-pre.2 was used (such tuners eliminate nothing); later ones go by the
// rule of formats §2.5, which at level minimal proves it only when at most two candidates succeeded.
[[nodiscard]] ParsedHumanLog readHumanLog(std::string_view text, const std::string& path, InternPool& pool,
                                          const std::stop_token& stop = {});
[[nodiscard]] bool looksLikeHumanLog(std::string_view head);

}  // namespace flipscope
