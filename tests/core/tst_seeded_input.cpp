#include "core/rerun/float_formats.h"
#include "core/rerun/seeded_input.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// The description of the inputs, word for word.
float described(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = seed * 0xD1342543DE82EF95ULL + i;
    z = z + 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27U) * 0x94D049BB133111EBULL;
    z = z ^ z >> 31U;
    const auto s = static_cast<std::int64_t>((z & 0xffffU) + (z >> 16U & 0xffffU) + (z >> 32U & 0xffffU) + (z >> 48U));
    return static_cast<float>(std::ldexp(static_cast<double>(s - 131070), -15));
}

}  // namespace

TEST_CASE("seeded values follow the description, whatever the seed and the index") {
    for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, 77ULL, 0xffffffffffffffffULL}) {
        for (const std::uint64_t index : {0ULL, 1ULL, 4'194'303ULL, 1ULL << 40U}) {
            CHECK(seededValue(seed, index) == described(seed, index));
        }
    }
}

TEST_CASE("they are near-normal: mean 0, variance 4/3, inside (-4, 4)") {
    const auto values = seededValues(1, 100'000, ElementType::f32);
    double sum = 0, squares = 0;
    for (const float value : values) {
        sum += value;
        squares += static_cast<double>(value) * value;
    }
    CHECK(std::abs(sum / 100'000) < 0.02);
    CHECK(squares / 100'000 == doctest::Approx(4.0 / 3).epsilon(0.02));
    CHECK(std::all_of(values.begin(), values.end(), [](float value) { return std::abs(value) < 4; }));
}

TEST_CASE("half-precision inputs are the f32 ones rounded to nearest even") {
    const auto exact = seededValues(2, 1000, ElementType::f32);
    const auto half = seededValues(2, 1000, ElementType::f16);
    const auto brain = seededValues(2, 1000, ElementType::bf16);
    for (std::size_t i = 0; i < exact.size(); ++i) {
        CHECK(half[i] == fromF16Bits(toF16Bits(exact[i])));
        CHECK(brain[i] == fromBf16Bits(toBf16Bits(exact[i])));
    }
}

TEST_CASE("each buffer is filled in its own order with its own seed") {
    const RerunProblem problem{2, 3, 5, ElementType::f32, true};
    const Operands operands = seededOperands(problem);
    REQUIRE(operands.lhs.size() == 10);
    REQUIRE(operands.rhs.size() == 15);
    CHECK(operands.lhs[7] == described(1, 7));
    CHECK(operands.rhs[14] == described(2, 14));
    CHECK(seededOperands(problem, 8, 9).rhs[3] == described(9, 3));
}

TEST_CASE("a transposed left operand is turned, a row-major one left as it is") {
    RerunProblem problem{2, 3, 5, ElementType::f32, false};
    const std::vector<float> buffer = seededOperands(problem).lhs;
    CHECK(rowMajorLhs(problem, buffer) == buffer);
    problem.lhsTransposed = true;
    const auto rows = rowMajorLhs(problem, buffer);
    REQUIRE(rows.size() == 10);
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t l = 0; l < 5; ++l)
            CHECK(rows[row * 5 + l] == buffer[l * 2 + row]);
    }
}
