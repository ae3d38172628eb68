#include "core/rerun/sum_plan.h"

#include <numeric>
#include <string>

namespace flipscope {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kRotations = 4;

std::vector<std::ptrdiff_t> ascendingOrder(std::size_t k, std::size_t positions) {
    std::vector<std::ptrdiff_t> order(positions, SumPlan::kZero);
    std::iota(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), std::ptrdiff_t{0});
    return order;
}

std::size_t roundedUp(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

SumPlan ascendingPlan(std::size_t k) {
    SumPlan plan;
    plan.order = ascendingOrder(k, k);
    plan.chains.length = k;
    return plan;
}

Error notDefined(const std::string& unit, std::size_t k) {
    return {"the class is defined only where " + unit + " divides k, and k is " + std::to_string(k)};
}

Result<SumPlan> partialSumsPlan(std::size_t width, std::size_t k) {
    if (width == 0 || k % width != 0) return notDefined(std::to_string(width) + " (the partial sums)", k);
    SumPlan plan;
    plan.chains = {width, k / width, width, 0};
    for (std::size_t partial = 0; partial < width; ++partial) {
        for (std::size_t l = partial; l < k; l += width)
            plan.order.push_back(static_cast<std::ptrdiff_t>(l));
    }
    return plan;
}

Result<SumPlan> gemmPlan(std::size_t width, std::size_t k) {
    if (width == 0 || k % (kLanes * width) != 0) {
        return notDefined(std::to_string(kLanes * width) + " (32 lanes of the partial sums)", k);
    }
    const std::size_t tiles = k / (kLanes * width);
    SumPlan plan;
    plan.chains = {kLanes * width, tiles, width, 0};
    plan.rotation = SumPlan::Rotation::byColumn;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        for (std::size_t partial = 0; partial < width; ++partial) {
            for (std::size_t tile = 0; tile < tiles; ++tile) {
                plan.order.push_back(static_cast<std::ptrdiff_t>((kLanes * tile + lane) * width + partial));
            }
        }
    }
    return plan;
}

Result<SumPlan> rotatedPlan(const RerunProblem& problem) {
    SumPlan plan = ascendingPlan(problem.k);
    plan.tile = kLanes * elementsPerVector(problem.type);
    if (problem.k % plan.tile != 0) return notDefined(std::to_string(plan.tile) + " (its tile)", problem.k);
    plan.rotation = SumPlan::Rotation::byTile;
    return plan;
}

SumPlan vecmatPlan(const RerunProblem& problem, bool contracted) {
    // The vector that divides k; measured is the widest only.
    const std::size_t width = std::gcd(elementsPerVector(problem.type), problem.k);
    SumPlan plan;
    plan.kernel = SumPlan::Kernel::trees;
    plan.trees = {width, contracted};
    for (std::size_t tile = 0; tile < problem.k; tile += kLanes * width) {
        for (std::size_t component = 0; component < width; ++component) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const std::size_t l = tile + lane * width + component;
                plan.order.push_back(l < problem.k ? static_cast<std::ptrdiff_t>(l) : SumPlan::kZero);
            }
        }
    }
    return plan;
}

Result<SumPlan> tensorCorePlan(std::size_t group, std::size_t k, const std::optional<TensorCore>& core) {
    if (!core) return Error{"the card's tensor core has no numbers for these operands"};
    if (group == 0 || group > kLargestGroup || core->keptFractionBits > kMostKeptBits) {
        return Error{"groups of " + std::to_string(group) + " with " + std::to_string(core->keptFractionBits) +
                     " kept fraction bits are beyond what can be emulated"};
    }
    SumPlan plan;
    plan.kernel = SumPlan::Kernel::groups;
    plan.groups = {core->keptFractionBits, static_cast<unsigned>(group), core->rounding};
    plan.order = ascendingOrder(k, roundedUp(k, group));
    return plan;
}

}  // namespace

std::size_t SumPlan::startOf(std::size_t column) const {
    switch (rotation) {
        case Rotation::none:
            return 0;
        case Rotation::byColumn:
            return chains.length == 0 ? 0 : column % kRotations % chains.length;
        case Rotation::byTile:
            return tile * (column / tile % kRotations) % chains.length;
    }
    return 0;
}

Result<SumPlan> planSums(const ClassCode& code, const RerunProblem& problem, const std::optional<TensorCore>& core) {
    if (problem.k == 0) return ascendingPlan(0);
    switch (code.arithmetic) {
        case Arithmetic::ascending:
            return ascendingPlan(problem.k);
        case Arithmetic::partialSums:
            return partialSumsPlan(code.width, problem.k);
        case Arithmetic::gemm:
            return gemmPlan(code.width, problem.k);
        case Arithmetic::rotatedTiles:
            return rotatedPlan(problem);
        case Arithmetic::vecmat:
            return vecmatPlan(problem, false);
        case Arithmetic::vecmatContracted:
            return vecmatPlan(problem, true);
        case Arithmetic::tf32Away:
        case Arithmetic::tf32Even:
        case Arithmetic::tf32Truncated:
        case Arithmetic::tensorCoreHalf:
            return tensorCorePlan(code.width, problem.k, core);
    }
    return Error{"an arithmetic that is not known"};
}

}  // namespace flipscope
