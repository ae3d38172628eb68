#include "core/model/decision.h"

#include <algorithm>

namespace flipscope {

const Timing* timingOf(const Decision& decision, CandidateIndex candidate) {
    const auto found = std::find_if(decision.measured.begin(), decision.measured.end(),
                                    [&](const MeasuredCandidate& measured) { return measured.index == candidate; });
    return found != decision.measured.end() && found->hasTiming ? &found->timing : nullptr;
}

}  // namespace flipscope
