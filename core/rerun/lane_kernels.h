#pragma once

#include "core/rerun/lane_task.h"

#include <vector>

namespace flipscope {

// Plain C++, runs everywhere.
[[nodiscard]] const LaneKernels& portableLaneKernels();

// Null when this build has none for the processor's family. Calling the kernels needs the instruction set.
[[nodiscard]] const LaneKernels* avx2LaneKernels();
[[nodiscard]] const LaneKernels* avx512LaneKernels();

// All kernels this processor can run, slowest first; never empty. Any thread.
[[nodiscard]] std::vector<const LaneKernels*> usableLaneKernels();

}  // namespace flipscope
