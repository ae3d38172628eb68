#pragma once

#include "core/analyse/class_rules.h"
#include "core/model/result.h"
#include "core/rerun/lane_task.h"
#include "core/rerun/rerun_problem.h"
#include "core/rerun/tensor_core.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// How a class adds up one output element, made ready for the lane kernels.
struct SumPlan {
    enum class Kernel : std::uint8_t { chains, trees, groups };
    // Which chains start elsewhere: none, those of column c by c mod 4, or by ⌊c / tile⌋ mod 4.
    enum class Rotation : std::uint8_t { none, byColumn, byTile };

    static constexpr std::ptrdiff_t kZero = -1;

    Kernel kernel = Kernel::chains;
    std::vector<std::ptrdiff_t> order;  // position of the sums → index along k, or kZero for padding
    ChainSums chains;
    ProductTrees trees;
    TensorCoreSum groups;
    Rotation rotation = Rotation::none;
    std::size_t tile = 0;  // elements of a tile that rotates

    // ChainSums::start of a column.
    [[nodiscard]] std::size_t startOf(std::size_t column) const;
};

// The plan of a class for a problem. `core`: the card's numbers, needed for the tensor-core classes only (their group
// is code.width). An error where the class is not defined for this k, or the numbers are missing or out of range.
// Source of the orders: docs "Which candidates compute what", the classes.
[[nodiscard]] Result<SumPlan> planSums(const ClassCode& code, const RerunProblem& problem,
                                       const std::optional<TensorCore>& core);

}  // namespace flipscope
