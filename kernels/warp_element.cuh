#pragma once

#include "kernels/element_access.cuh"
#include "kernels/launch_grid.h"

namespace flipscope {

inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kWarpsPerBlock = 8;
inline constexpr unsigned kWholeWarp = 0xffffffff;

// For kernels that compute an element by one warp, launched by launchByWarp: calls work(row, column) with all lanes of
// a warp for each of its elements.
template <class Work>
__device__ inline void forEachElementOfWarp(const DeviceMatmul& p, Work work) {
    const std::uint64_t elements = std::uint64_t{p.m} * p.n;
    for (std::uint64_t index = std::uint64_t{blockIdx.x} * kWarpsPerBlock + threadIdx.y; index < elements;
         index += std::uint64_t{gridDim.x} * kWarpsPerBlock) {
        work(static_cast<unsigned>(index / p.n), static_cast<unsigned>(index % p.n));
    }
}

inline LaunchAnswer launchByWarp(void (*kernel)(DeviceMatmul), const DeviceMatmul& p, cudaStream_t stream) {
    const unsigned blocks = blocksOver(std::uint64_t{p.m} * p.n, kWarpsPerBlock);
    kernel<<<blocks, dim3(kLanes, kWarpsPerBlock), 0, stream>>>(p);
    return {{}, cudaGetLastError()};
}

}  // namespace flipscope
