#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/read/decision_log.h"

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

// Reads the human autotune log (levels minimal and full, cubecl 0.6 … 0.11). The key's Rust Debug text is turned back into
// the JSON form of the decision log, so that keys of both sources are equal; a key it cannot turn back keeps its text.
[[nodiscard]] ParsedHumanLog readHumanLog(std::string_view text, const std::string& path, InternPool& pool,
                                          const std::stop_token& stop = {});
[[nodiscard]] bool looksLikeHumanLog(std::string_view head);

}  // namespace flipscope
