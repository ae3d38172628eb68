#pragma once

#include "core/model/decision.h"

#include <algorithm>

namespace flipscope::testing {

// What became of a candidate in a decision.
inline CandidateStatus statusOf(const Decision& decision, CandidateIndex candidate) {
    const auto isIt = [&](const auto& entry) { return entry.index == candidate; };
    if (std::any_of(decision.measured.begin(), decision.measured.end(), isIt)) return CandidateStatus::measured;
    const auto failed = std::find_if(decision.failed.begin(), decision.failed.end(), isIt);
    return failed != decision.failed.end() ? failed->status : CandidateStatus::skipped;
}

}  // namespace flipscope::testing
