#pragma once

#include "core/model/tuning_key.h"
#include "kernels/device_matmul.h"

#include <type_traits>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace flipscope {

__device__ inline float widened(float value) {
    return value;
}
__device__ inline float widened(__half value) {
    return __half2float(value);
}
__device__ inline float widened(__nv_bfloat16 value) {
    return __bfloat162float(value);
}

// To nearest even, as the real kernels store their f32 accumulators.
__device__ inline void store(float* place, float value) {
    *place = value;
}
__device__ inline void store(__half* place, float value) {
    *place = __float2half_rn(value);
}
__device__ inline void store(__nv_bfloat16* place, float value) {
    *place = __float2bfloat16_rn(value);
}

// The operands of one output element.
template <class Element>
struct ElementOperands {
    const Element* lhs;
    const Element* rhs;
    std::int64_t lhsStep, rhsStep;  // from one l to the next

    __device__ ElementOperands(const DeviceMatmul& p, std::uint64_t row, std::uint64_t column)
        : lhs(static_cast<const Element*>(p.lhs) + (p.lhsTransposed ? row : row * p.lhsStride)),
          rhs(static_cast<const Element*>(p.rhs) + (p.rhsTransposed ? column * p.rhsStride : column)),
          lhsStep(p.lhsTransposed ? p.lhsStride : 1),
          rhsStep(p.rhsTransposed ? 1 : p.rhsStride) {}

    __device__ float a(unsigned l) const { return widened(lhs[l * lhsStep]); }
    __device__ float b(unsigned l) const { return widened(rhs[l * rhsStep]); }
};

template <class Element>
__device__ inline void storeResult(const DeviceMatmul& p, std::uint64_t row, std::uint64_t column, float value) {
    store(static_cast<Element*>(p.out) + row * p.outStride + column, value);
}

// The partial sums of one thread, added in order.
template <unsigned width>
__device__ inline float orderedSum(const float (&sums)[width]) {
    float sum = sums[0];
#pragma unroll
    for (unsigned j = 1; j < width; ++j)
        sum = __fadd_rn(sum, sums[j]);
    return sum;
}

// Calls function with the width as a constant.
template <class Function>
LaunchAnswer withWidth(unsigned width, Function function) {
    switch (width) {
        case 1:
            return function(std::integral_constant<unsigned, 1>());
        case 2:
            return function(std::integral_constant<unsigned, 2>());
        case 4:
            return function(std::integral_constant<unsigned, 4>());
        case 8:
            return function(std::integral_constant<unsigned, 8>());
        default:
            return {"there is no replica with that many partial sums", cudaSuccess};
    }
}

// Calls function with a value of the device's element type.
template <class Function>
LaunchAnswer withElement(ElementType type, Function function) {
    switch (type) {
        case ElementType::f32:
            return function(float{});
        case ElementType::f16:
            return function(__half{});
        case ElementType::bf16:
            return function(__nv_bfloat16{});
        default:
            return {"the element type is none of f32, f16 and bf16", cudaSuccess};
    }
}

}  // namespace flipscope
