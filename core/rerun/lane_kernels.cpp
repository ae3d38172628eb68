#include "core/rerun/lane_kernels.h"

namespace flipscope {

std::vector<const LaneKernels*> usableLaneKernels() {
    std::vector<const LaneKernels*> usable = {&portableLaneKernels()};
#if defined(__x86_64__) || defined(__i386__)
    const auto offer = [&usable](const LaneKernels* kernels, bool runs) {
        if (kernels != nullptr && runs) usable.push_back(kernels);
    };
    offer(avx2LaneKernels(), __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0);
    offer(avx512LaneKernels(), __builtin_cpu_supports("avx512f") != 0);
#endif
    return usable;
}

}  // namespace flipscope
