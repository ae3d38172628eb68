#pragma once

#include "core/model/decision.h"

#include <cstddef>

namespace flipscope {

// No samples can have these numbers: a negative one, min above max, or a median outside of both.
[[nodiscard]] bool contradictsItself(const Timing& timing);

// Takes the numbers of such timings away, so that they are no band and prove no winner; the candidates stay measured.
// Returns how many there were.
std::size_t dropContradictoryTimings(Decision& decision);

}  // namespace flipscope
