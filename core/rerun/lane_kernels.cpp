#include "core/rerun/lane_kernels.h"

namespace flipscope {

std::vector<const LaneKernels*> usableLaneKernels() {
    std::vector<const LaneKernels*> usable = {&portableLaneKernels()};
#if defined(__x86_64__) || defined(__i386__)
    const bool runs = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    if (const LaneKernels* avx2 = avx2LaneKernels(); runs && avx2 != nullptr) usable.push_back(avx2);
#endif
    return usable;
}

}  // namespace flipscope
