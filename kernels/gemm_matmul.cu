#include "kernels/warp_element.cuh"

namespace flipscope {

namespace {

constexpr unsigned kRotations = 4;

// One warp an element: each lane adds `width` partial sums over the tiles of k, which begin at a tile given by the
// column; a lane's sums are added in order, the lanes as a tree.
template <class Element, unsigned width>
__global__ void gemmSums(DeviceMatmul p) {
    const unsigned lane = threadIdx.x;
    forEachElementOfWarp(p, [&](unsigned row, unsigned column) {
        const ElementOperands<Element> operands(p, row, column);
        const unsigned tiles = p.k / (kLanes * width);
        const unsigned first = column % kRotations;
        float sums[width] = {};
        for (unsigned i = 0; i < tiles; ++i) {
            const unsigned l = ((first + i) % tiles * kLanes + lane) * width;
#pragma unroll
            for (unsigned j = 0; j < width; ++j)
                sums[j] = __fmaf_rn(operands.a(l + j), operands.b(l + j), sums[j]);
        }
        float sum = orderedSum(sums);
        for (unsigned offset = 1; offset < kLanes; offset *= 2)
            sum = __fadd_rn(sum, __shfl_xor_sync(kWholeWarp, sum, static_cast<int>(offset)));
        if (lane == 0) storeResult<Element>(p, row, column, sum);
    });
}

template <unsigned width>
LaunchAnswer launch(const DeviceMatmul& p, cudaStream_t stream) {
    return withElement(p.type,
                       [&](auto element) { return launchByWarp(gemmSums<decltype(element), width>, p, stream); });
}

}  // namespace

LaunchAnswer launchGemm(const DeviceMatmul& matmul, unsigned width, cudaStream_t stream) {
    if (width == 0 || matmul.k == 0 || matmul.k % (kLanes * width) != 0) {
        return {"32 lanes of its partial sums do not divide k", cudaSuccess};
    }
    return withWidth(width, [&](auto constant) { return launch<decltype(constant)::value>(matmul, stream); });
}

}  // namespace flipscope
