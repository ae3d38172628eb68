#include "kernels/warp_element.cuh"

namespace flipscope {

namespace {

constexpr unsigned kVectorBytes = 16;

__device__ float shuffled(float value, unsigned offset) {
    return __shfl_xor_sync(kWholeWarp, value, static_cast<int>(offset));
}

// Sum over the lanes of a·b, valid in lane 0.
template <bool contracted>
__device__ float treeSum(float a, float b) {
    const float product = __fmul_rn(a, b);
    float sum = contracted ? __fmaf_rn(a, b, shuffled(product, 1)) : __fadd_rn(product, shuffled(product, 1));
    for (unsigned offset = 2; offset < kLanes; offset *= 2)
        sum = __fadd_rn(sum, shuffled(sum, offset));
    return sum;
}

// One warp an element: for each tile of 32 vectors and each component of a vector the lanes' products are added as a
// tree; a component has an accumulator of its own, these are added in order.
template <class Element, bool contracted>
__global__ void vecmatSums(DeviceMatmul p) {
    constexpr unsigned widest = kVectorBytes / sizeof(Element);
    // The vector that divides k: its lowest set bit, or the widest.
    const unsigned width = min(widest, p.k & (0U - p.k));
    const unsigned lane = threadIdx.x;
    forEachElementOfWarp(p, [&](unsigned row, unsigned column) {
        const ElementOperands<Element> operands(p, row, column);
        float sums[widest] = {};
        for (unsigned tile = 0; tile < p.k; tile += kLanes * width) {
#pragma unroll
            for (unsigned j = 0; j < widest; ++j) {
                if (j >= width) break;  // of the whole warp
                const unsigned l = tile + lane * width + j;
                const bool inside = l < p.k;
                sums[j] = __fadd_rn(sums[j],
                                    treeSum<contracted>(inside ? operands.a(l) : 0.0F, inside ? operands.b(l) : 0.0F));
            }
        }
        const float sum = orderedSum(sums);
        if (lane == 0) storeResult<Element>(p, row, column, sum);
    });
}

template <bool contracted>
LaunchAnswer launch(const DeviceMatmul& p, cudaStream_t stream) {
    return withElement(
        p.type, [&](auto element) { return launchByWarp(vecmatSums<decltype(element), contracted>, p, stream); });
}

}  // namespace

LaunchAnswer launchVecmat(const DeviceMatmul& matmul, bool contracted, cudaStream_t stream) {
    if (!matmul.rhsTransposed) return {"its right operand must be column-major", cudaSuccess};
    return contracted ? launch<true>(matmul, stream) : launch<false>(matmul, stream);
}

}  // namespace flipscope
