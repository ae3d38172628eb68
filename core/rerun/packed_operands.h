#pragma once

#include "core/rerun/rerun_problem.h"
#include "core/rerun/sum_plan.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace flipscope {

// Values and, for the tensor-core classes, exponents, in the order of summation (LaneTask).
struct PackedValues {
    std::vector<float> values;
    std::vector<std::int32_t> exponents;  // empty unless the plan adds in groups
};

// What operands as a class loads them look like.
struct OperandRange {
    bool modelled = true;  // no operand is outside the tensor-core model
    bool anyNonZero = false;
    int smallest = 0, largest = 0;  // exponents of those that are not zero
};

// Range of values that are operands of the type.
[[nodiscard]] OperandRange operandRange(std::span<const float> values, ElementType type);

// Rows firstRow … firstRow + rows - 1 of the left operand, written to the same rows of `packed`, which holds all rows.
void packLhsRows(const SumPlan& plan, const RerunProblem& problem, const std::vector<float>& lhs, std::size_t firstRow,
                 std::size_t rows, PackedValues& packed);

// Columns firstColumn, firstColumn + step, … of the right operand, one a lane; lanes past the last column hold zeros.
void packRhsBlock(const SumPlan& plan, const RerunProblem& problem, const std::vector<float>& rhs,
                  std::size_t firstColumn, std::size_t step, std::size_t lanes, PackedValues& packed);

}  // namespace flipscope
