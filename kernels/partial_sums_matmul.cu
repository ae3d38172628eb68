#include "kernels/element_access.cuh"
#include "kernels/launch_grid.h"

namespace flipscope {

namespace {

constexpr unsigned kColumnsPerBlock = 32;
constexpr unsigned kRowsPerBlock = 8;

// One thread an element, `width` sums over k modulo width, added in order.
template <class Element, unsigned width>
__global__ void partialSums(DeviceMatmul p) {
    const unsigned column = blockIdx.x * kColumnsPerBlock + threadIdx.x;
    if (column >= p.n) return;
    for (std::uint64_t row = blockIdx.y * kRowsPerBlock + threadIdx.y; row < p.m; row += gridDim.y * kRowsPerBlock) {
        const ElementOperands<Element> operands(p, row, column);
        float sums[width] = {};
        for (unsigned l = 0; l < p.k; l += width) {
#pragma unroll
            for (unsigned j = 0; j < width; ++j)
                sums[j] = __fmaf_rn(operands.a(l + j), operands.b(l + j), sums[j]);
        }
        storeResult<Element>(p, row, column, orderedSum(sums));
    }
}

template <unsigned width>
LaunchAnswer launch(const DeviceMatmul& p, cudaStream_t stream) {
    return withElement(p.type, [&](auto element) -> LaunchAnswer {
        const dim3 blocks = blocksOver(p.m, p.n, kRowsPerBlock, kColumnsPerBlock);
        partialSums<decltype(element), width><<<blocks, dim3(kColumnsPerBlock, kRowsPerBlock), 0, stream>>>(p);
        return {{}, cudaGetLastError()};
    });
}

}  // namespace

LaunchAnswer launchPartialSums(const DeviceMatmul& matmul, unsigned width, cudaStream_t stream) {
    if (width == 0 || matmul.k % width != 0) return {"its partial sums do not divide k", cudaSuccess};
    return withWidth(width, [&](auto constant) { return launch<decltype(constant)::value>(matmul, stream); });
}

}  // namespace flipscope
