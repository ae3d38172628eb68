#include "core/rerun/packed_operands.h"

#include <algorithm>

namespace flipscope {

namespace {

std::int32_t exponentOrZero(float value, ElementType type) {
    return value == 0.0F ? kZeroExponent : operandExponent(value, type);
}

}  // namespace

OperandRange operandRange(std::span<const float> values, ElementType type) {
    OperandRange range;
    for (const float value : values) {
        if (!isModelledOperand(value, type)) range.modelled = false;
        if (value == 0.0F) continue;
        const int exponent = operandExponent(value, type);
        range.smallest = range.anyNonZero ? std::min(range.smallest, exponent) : exponent;
        range.largest = range.anyNonZero ? std::max(range.largest, exponent) : exponent;
        range.anyNonZero = true;
    }
    return range;
}

void packLhsRows(const SumPlan& plan, const RerunProblem& problem, const std::vector<float>& lhs, std::size_t firstRow,
                 std::size_t rows, PackedValues& packed) {
    const std::size_t positions = plan.order.size();
    const std::size_t alongK = problem.lhsTransposed ? problem.m : 1;
    const std::size_t alongM = problem.lhsTransposed ? 1 : problem.k;
    for (std::size_t row = firstRow; row < firstRow + rows; ++row) {
        const float* from = lhs.data() + row * alongM;
        float* to = packed.values.data() + row * positions;
        for (std::size_t p = 0; p < positions; ++p)
            to[p] = plan.order[p] == SumPlan::kZero ? 0.0F : from[static_cast<std::size_t>(plan.order[p]) * alongK];
        if (plan.kernel != SumPlan::Kernel::groups) continue;
        std::transform(to, to + positions, packed.exponents.data() + row * positions,
                       [&](float value) { return exponentOrZero(value, problem.type); });
    }
}

void packRhsBlock(const SumPlan& plan, const RerunProblem& problem, const std::vector<float>& rhs,
                  std::size_t firstColumn, std::size_t step, std::size_t lanes, PackedValues& packed) {
    const std::size_t positions = plan.order.size();
    const std::size_t alongK = problem.rhsTransposed ? 1 : problem.n;
    const std::size_t alongN = problem.rhsTransposed ? problem.k : 1;
    packed.values.assign(positions * lanes, 0.0F);
    const std::size_t used = firstColumn < problem.n ? std::min(lanes, (problem.n - firstColumn + step - 1) / step) : 0;
    for (std::size_t p = 0; p < positions; ++p) {
        if (plan.order[p] == SumPlan::kZero) continue;
        const float* from = rhs.data() + static_cast<std::size_t>(plan.order[p]) * alongK + firstColumn * alongN;
        float* to = packed.values.data() + p * lanes;
        for (std::size_t lane = 0; lane < used; ++lane)
            to[lane] = from[lane * step * alongN];
    }
    if (plan.kernel != SumPlan::Kernel::groups) return;
    packed.exponents.resize(packed.values.size());
    std::transform(packed.values.begin(), packed.values.end(), packed.exponents.begin(),
                   [&](float value) { return exponentOrZero(value, problem.type); });
}

}  // namespace flipscope
