#include "tests/kernels/broken_kernels.h"

#include <cuda_runtime.h>

namespace flipscope::test {

namespace {

constexpr unsigned kThreads = 128;

__device__ float sumOf(const DeviceMatmul& p, unsigned row, unsigned column, unsigned from, unsigned to, float sum) {
    const auto* a = static_cast<const float*>(p.lhs) + row * p.lhsStride;
    const auto* b = static_cast<const float*>(p.rhs) + column;
    for (unsigned l = from; l < to; ++l)
        sum = __fmaf_rn(a[l], b[l * p.rhsStride], sum);
    return sum;
}

__global__ void broken(DeviceMatmul p, Fault fault) {
    const unsigned index = blockIdx.x * kThreads + threadIdx.x;
    const unsigned count = p.m * p.n;
    auto* out = static_cast<float*>(p.out);
    if (fault == Fault::traps) __trap();
    if (fault == Fault::outOfBounds && index == count) out[index] = 1;
    if (index >= count || fault == Fault::nothing) return;
    if (fault == Fault::unwrittenTail && index >= count - 3) return;
    const unsigned last = fault == Fault::truncatedK ? p.k - 1 : p.k;
    const float first = fault == Fault::readsOutput ? out[index] * 1e-30F : 0.0F;
    out[index] = sumOf(p, index / p.n, index % p.n, 0, last, first);
}

__global__ void zero(DeviceMatmul p) {
    const unsigned index = blockIdx.x * kThreads + threadIdx.x;
    if (index < p.m * p.n) static_cast<float*>(p.out)[index] = 0;
}

// Each product is added in the order in which the warps happen to come.
__global__ void racing(DeviceMatmul p) {
    const unsigned index = blockIdx.x * kThreads + threadIdx.x;
    const unsigned element = index % (p.m * p.n), l = index / (p.m * p.n);
    if (l >= p.k) return;
    atomicAdd(static_cast<float*>(p.out) + element, sumOf(p, element / p.n, element % p.n, l, l + 1, 0));
}

}  // namespace

Launch brokenLaunch(Fault fault) {
    return [fault](const DeviceMatmul& p) -> LaunchAnswer {
        const unsigned blocks = (p.m * p.n + 1 + kThreads - 1) / kThreads;
        if (fault == Fault::race) {
            zero<<<blocks, kThreads>>>(p);
            racing<<<(p.m * p.n * p.k + kThreads - 1) / kThreads, kThreads>>>(p);
        } else {
            constexpr unsigned kTooMany = 4096;
            broken<<<blocks, fault == Fault::tooLarge ? kTooMany : kThreads>>>(p, fault);
        }
        return {{}, cudaGetLastError()};
    };
}

}  // namespace flipscope::test
