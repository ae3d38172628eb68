#include "core/rerun/packed_operands.h"

#include <limits>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

SumPlan groupPlan(std::size_t k, unsigned group) {
    auto plan = planSums({Arithmetic::tf32Away, group}, {1, 1, k}, TensorCore{25, group, group});
    REQUIRE(plan.hasValue());
    return std::move(plan).value();
}

std::vector<float> counting(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

OperandRange rangeOf(const std::vector<float>& values, ElementType type) {
    return operandRange(values, type);
}

}  // namespace

TEST_CASE("rows are written in the order of summation, padding is zero") {
    const SumPlan plan = groupPlan(3, 4);
    const RerunProblem problem{2, 1, 3};
    PackedValues packed{std::vector<float>(8), std::vector<std::int32_t>(8)};
    packLhsRows(plan, problem, counting(6), 1, 1, packed);
    CHECK((packed.values == std::vector<float>{0, 0, 0, 0, 4, 5, 6, 0}));
    CHECK(packed.exponents[4] == 2);
    CHECK(packed.exponents[7] == kZeroExponent);
}

TEST_CASE("columns become lanes, in both layouts and with a step") {
    const SumPlan plan = groupPlan(2, 2);
    PackedValues packed;
    // 2×5: 1 2 3 4 5 / 6 7 8 9 10
    packRhsBlock(plan, {1, 5, 2, ElementType::f32, false}, counting(10), 3, 1, 4, packed);
    CHECK((packed.values == std::vector<float>{4, 5, 0, 0, 9, 10, 0, 0}));
    packRhsBlock(plan, {1, 5, 2, ElementType::f32, false}, counting(10), 0, 4, 4, packed);
    CHECK((packed.values == std::vector<float>{1, 5, 0, 0, 6, 10, 0, 0}));
    CHECK(packed.exponents[1] == 2);
    CHECK(packed.exponents[2] == kZeroExponent);
    // the buffer holds 5×2
    packRhsBlock(plan, {1, 5, 2, ElementType::f32, true}, counting(10), 3, 1, 4, packed);
    CHECK((packed.values == std::vector<float>{7, 9, 0, 0, 8, 10, 0, 0}));
}

TEST_CASE("the range leaves zeros out and sees what is outside the model") {
    const OperandRange range = rangeOf({0.0F, 3.0F, -0x1p-20F}, ElementType::f32);
    CHECK(range.modelled);
    CHECK(range.smallest == -20);
    CHECK(range.largest == 1);
    CHECK_FALSE(rangeOf({0.0F, -0.0F}, ElementType::f32).anyNonZero);
    CHECK(rangeOf({0x1p-24F}, ElementType::f16).smallest == -14);
    CHECK(rangeOf({0x1p-24F}, ElementType::f16).modelled);
    CHECK_FALSE(rangeOf({0x1p-130F}, ElementType::bf16).modelled);
    CHECK_FALSE(rangeOf({1.0F, std::numeric_limits<float>::infinity()}, ElementType::f32).modelled);
}
