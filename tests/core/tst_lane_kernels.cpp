#include "core/rerun/lane_kernels.h"
#include "core/rerun/tensor_core.h"
#include "tests/support/random_operands.h"

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

// Operands of one task for kernels of any width.
struct TaskData {
    std::vector<float> lhs, rhs, sums;
    std::vector<std::int32_t> lhsExponents, rhsExponents;
};

std::vector<std::int32_t> exponentsOf(const std::vector<float>& values) {
    std::vector<std::int32_t> exponents;
    for (const float value : values)
        exponents.push_back(value == 0 ? kZeroExponent : std::ilogb(value));
    return exponents;
}

TaskData makeTask(std::size_t rows, std::size_t lanes, std::vector<float> lhs, std::vector<float> rhs) {
    TaskData data{std::move(lhs), std::move(rhs), std::vector<float>(rows * lanes, NAN), {}, {}};
    data.lhsExponents = exponentsOf(data.lhs);
    data.rhsExponents = exponentsOf(data.rhs);
    return data;
}

LaneTask taskOf(TaskData& data, std::size_t rows, std::size_t positions) {
    return {data.lhs.data(), data.rhs.data(), data.lhsExponents.data(), data.rhsExponents.data(), rows,
            positions,       data.sums.data()};
}

int differences(const std::vector<float>& a, const std::vector<float>& b) {
    int different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size(); ++i)
        different += std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i]) ? 0 : 1;
    return different;
}

// The element of row r and lane by the scalar model.
std::vector<float> scalarGroupSums(const TaskData& data, std::size_t rows, std::size_t positions, std::size_t lanes,
                                   const GroupSums& shape) {
    const TensorCoreSum core{static_cast<unsigned>(shape.keptFractionBits), static_cast<unsigned>(shape.group),
                             shape.towardZero ? FinalRounding::towardZero : FinalRounding::nearestEven};
    std::vector<float> sums;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::vector<float> column(positions);
            for (std::size_t p = 0; p < positions; ++p)
                column[p] = data.rhs[p * lanes + lane];
            const auto sum =
                tensorCoreSum(core, ElementType::f32, 0.0F, {data.lhs.data() + r * positions, positions}, column);
            REQUIRE(sum.has_value());
            sums.push_back(*sum);
        }
    }
    return sums;
}

}  // namespace

TEST_CASE("portable kernels always run, the fastest come last") {
    const auto usable = usableLaneKernels();
    REQUIRE_FALSE(usable.empty());
    CHECK(usable.front() == &portableLaneKernels());
    MESSAGE("fastest usable kernels: ", std::string(usable.back()->name));
}

TEST_CASE("group sums equal the scalar model for random cards, rows and ranges") {
    SeededRandom random(5);
    for (const LaneKernels* kernels : usableLaneKernels()) {
        CAPTURE(std::string(kernels->name));
        int different = 0;
        for (int i = 0; i < 600; ++i) {
            const GroupSums shape{static_cast<std::int32_t>(4 + random.below(25)), 1 + random.below(20),
                                  random.below(2) == 0};
            const std::size_t rows = 1 + random.below(9), positions = shape.group * random.below(5);
            const int spread = static_cast<int>(random.below(2) == 0 ? 3 : 24);
            TaskData data = makeTask(rows, kernels->lanes, randomValues(random, rows * positions, 11, spread),
                                     randomValues(random, positions * kernels->lanes, 11, spread));
            kernels->groupSums(taskOf(data, rows, positions), shape);
            different += differences(data.sums, scalarGroupSums(data, rows, positions, kernels->lanes, shape));
        }
        CHECK(different == 0);
    }
}

TEST_CASE("the largest significands do not overflow, whatever the group and the kept bits") {
    const float largest = 0x1.ffcp0F;  // 11 bits of ones: a product is just below 4
    for (const LaneKernels* kernels : usableLaneKernels()) {
        CAPTURE(std::string(kernels->name));
        for (const std::int32_t kept : {23, 24, 25, 26, 27, 28}) {
            for (const std::size_t group : {4U, 8U, 15U, 16U, 32U}) {
                for (const float sign : {1.0F, -1.0F}) {
                    const GroupSums shape{kept, group, true};
                    const std::size_t positions = 3 * group;
                    TaskData data = makeTask(2, kernels->lanes, std::vector(2 * positions, sign * largest),
                                             std::vector(positions * kernels->lanes, largest));
                    // An accumulator beside them, and lanes of both signs.
                    for (std::size_t p = 0; p < positions; p += 3)
                        data.rhs[p * kernels->lanes] = -largest;
                    kernels->groupSums(taskOf(data, 2, positions), shape);
                    CHECK(differences(data.sums, scalarGroupSums(data, 2, positions, kernels->lanes, shape)) == 0);
                }
            }
        }
    }
}

TEST_CASE("chains and trees give the same bits with every instruction set") {
    SeededRandom random(6);
    const LaneKernels& portable = portableLaneKernels();
    for (const LaneKernels* kernels : usableLaneKernels()) {
        CAPTURE(std::string(kernels->name));
        if (kernels->lanes != portable.lanes) continue;
        for (int i = 0; i < 60; ++i) {
            const std::size_t rows = 1 + random.below(20), together = std::size_t{1} << random.below(4);
            const std::size_t length = 1 + random.below(5), chains = together * (random.below(2) == 0 ? 1 : 32);
            const std::size_t positions = chains * length;
            TaskData data = makeTask(rows, kernels->lanes, randomValues(random, rows * positions, 24, 30),
                                     randomValues(random, positions * kernels->lanes, 24, 30));
            TaskData expected = data;
            const ChainSums shape{chains, length, together, random.below(static_cast<std::uint32_t>(length))};
            kernels->chainSums(taskOf(data, rows, positions), shape);
            portable.chainSums(taskOf(expected, rows, positions), shape);
            CHECK(differences(data.sums, expected.sums) == 0);
            if (positions % 32 != 0) continue;
            const ProductTrees trees{together, random.below(2) == 0};
            kernels->productTrees(taskOf(data, rows, positions), trees);
            portable.productTrees(taskOf(expected, rows, positions), trees);
            CHECK(differences(data.sums, expected.sums) == 0);
        }
    }
}

TEST_CASE("the rounding mode of the calling thread stays as it was") {
    for (const LaneKernels* kernels : usableLaneKernels()) {
        const std::size_t positions = 16;
        TaskData data =
            makeTask(1, kernels->lanes, std::vector(positions, 1.25F), std::vector(positions * kernels->lanes, 1.5F));
        kernels->groupSums(taskOf(data, 1, positions), {25, 16, true});
        volatile float third = 3.0F;
        CHECK(std::bit_cast<std::uint32_t>(1.0F / third) == 0x3eaaaaabU);  // 0x3eaaaaaa toward zero
    }
}
