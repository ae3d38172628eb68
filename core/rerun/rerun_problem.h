#pragma once

#include "core/model/tuning_key.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// One matmul to re-run: real sizes, not the bucket that a tuning key holds. Row-major m×k times k×n, output m×n; with
// lhsTransposed the buffer of the left operand holds k×m, with rhsTransposed that of the right one n×k.
struct RerunProblem {
    std::size_t m = 0, n = 0, k = 0;
    ElementType type = ElementType::f32;  // of both operands and of the output: f32, f16 or bf16
    bool rhsTransposed = false;
    bool lhsTransposed = false;
    friend bool operator==(const RerunProblem&, const RerunProblem&) = default;
};

// Elements side by side in the buffers of the operands.
[[nodiscard]] constexpr std::size_t lhsColumns(const RerunProblem& problem) {
    return problem.lhsTransposed ? problem.m : problem.k;
}
[[nodiscard]] constexpr std::size_t rhsColumns(const RerunProblem& problem) {
    return problem.rhsTransposed ? problem.k : problem.n;
}

// Bytes of one element of a problem's type. Precondition: f32, f16 or bf16.
[[nodiscard]] constexpr std::size_t bytesPerElement(ElementType type) {
    return type == ElementType::f32 ? 4 : 2;
}

// Elements in the 16-byte vectors that the kernels load.
[[nodiscard]] constexpr std::size_t elementsPerVector(ElementType type) {
    return 16 / bytesPerElement(type);
}

// Buffers as the candidate gets them, values widened to f32 (exact). lhs: m·k or k·m, rhs: k·n or n·k elements,
// row-major.
struct Operands {
    std::vector<float> lhs, rhs;
};

}  // namespace flipscope
