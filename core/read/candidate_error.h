#pragma once

#include "core/model/decision.h"

#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace flipscope {

// Longest failure reason kept, in bytes.
inline constexpr std::size_t kLongestReason = 4096;

// Why a candidate has no timing. Views live as long as the parsed document.
struct CandidateError {
    CandidateStatus status = CandidateStatus::failed;
    std::string_view name;  // empty: this producer version does not write it
    std::string reason;     // cut at kLongestReason
};

// The payload of "Err" as any cubecl version writes it: a bare text, a variant name, or one object per variant
// ({"Unknown":{"name","err"}}, {"Unknown":"text"}, {"Skip":{"name"}}, {"Launch":{…}} …). A variant this reader does not
// know is unknownError with its text as reason. Null when the candidate name is there but is no text.
[[nodiscard]] std::optional<CandidateError> readCandidateError(simdjson::dom::element payload);

}  // namespace flipscope
