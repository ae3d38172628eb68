#pragma once

#include "core/analyse/analysis.h"
#include "core/pin/pin_rules.h"

#include <optional>
#include <string>

namespace flipscope {

// What a rule says of one key: a candidate with its reason, or why there is none.
struct Selection {
    std::optional<CandidateIndex> candidate;
    std::optional<CandidateSetIndex> set;
    std::string words;    // with a candidate: one sentence why
    std::string because;  // without: a clause
};

// column: of the rule's run in the matrix; only for that kind.
[[nodiscard]] Selection selectCandidate(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                        const PinRequest& request, std::size_t column);

// The fastest of the candidates that at least half of the runs with this set measured, but not `excluded`.
[[nodiscard]] std::optional<CandidateIndex> fastestMeasured(const KeyVerdict& key,
                                                            std::optional<CandidateIndex> excluded = {});

}  // namespace flipscope
