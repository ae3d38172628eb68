#include "core/model/decision.h"

#include <algorithm>

namespace flipscope {

const Timing* timingOf(const Decision& decision, CandidateIndex candidate) {
    const auto found = std::find_if(decision.measured.begin(), decision.measured.end(),
                                    [&](const MeasuredCandidate& measured) { return measured.index == candidate; });
    return found != decision.measured.end() && found->hasTiming ? &found->timing : nullptr;
}

double rankingScore(const Timing& timing) {
    return 0.8 * static_cast<double>(timing.min.value) + 0.2 * static_cast<double>(timing.median.value);
}

}  // namespace flipscope
