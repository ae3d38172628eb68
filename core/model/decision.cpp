#include "core/model/decision.h"

#include <algorithm>

namespace flipscope {

const Timing* timingOf(const Decision& decision, CandidateIndex candidate) {
    const auto found = std::find_if(decision.measured.begin(), decision.measured.end(),
                                    [&](const MeasuredCandidate& measured) { return measured.index == candidate; });
    return found != decision.measured.end() && found->hasTiming ? &found->timing : nullptr;
}

CandidateStatus statusOf(const Decision& decision, CandidateIndex candidate) {
    const auto isIt = [&](const auto& entry) { return entry.index == candidate; };
    if (std::any_of(decision.measured.begin(), decision.measured.end(), isIt)) return CandidateStatus::measured;
    const auto failed = std::find_if(decision.failed.begin(), decision.failed.end(), isIt);
    return failed != decision.failed.end() ? failed->status : CandidateStatus::skipped;
}

bool hasWinner(WinnerSource source) {
    switch (source) {
        case WinnerSource::database:
        case WinnerSource::log:
        case WinnerSource::humanLog:
            return true;
        case WinnerSource::none_keyAbsent:
        case WinnerSource::none_notProvable:
        case WinnerSource::none_notDecided:
        case WinnerSource::none_choicesCached:
        case WinnerSource::none_contradictory:
            break;
    }
    return false;
}

}  // namespace flipscope
