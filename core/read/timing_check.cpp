#include "core/read/timing_check.h"

namespace flipscope {

bool contradictsItself(const Timing& timing) {
    return timing.min.value < 0 || timing.mean.value < 0 || timing.max < timing.min || timing.median < timing.min ||
           timing.max < timing.median;
}

std::size_t dropContradictoryTimings(Decision& decision) {
    std::size_t dropped = 0;
    for (MeasuredCandidate& measured : decision.measured) {
        if (!measured.hasTiming || !contradictsItself(measured.timing)) continue;
        measured.hasTiming = false;
        measured.timing = {};
        ++dropped;
    }
    return dropped;
}

}  // namespace flipscope
