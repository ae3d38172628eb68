#include "core/rerun/float_formats.h"
#include "core/rerun/probe_product.h"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a term is the product it says, of factors that are normal in every type") {
    for (int exponent = -28; exponent <= 30; ++exponent) {
        for (const float significand : {1.0F, -1.5F, 1.9375F}) {
            const ProbeTerm term = probeTerm(3, significand, exponent);
            CHECK(term.position == 3);
            CHECK(term.lhs * term.rhs == std::ldexp(significand, exponent));
            for (const float factor : {term.lhs, term.rhs}) {
                CHECK(std::fabs(factor) >= 0x1p-14F);
                CHECK(fromF16Bits(toF16Bits(factor)) == factor);
                CHECK(fromBf16Bits(toBf16Bits(factor)) == factor);
            }
        }
    }
}

TEST_CASE("sums lie on the diagonal of their product") {
    const std::vector<ProbeSum> sums = {{"one", {{0, 2, 3}, {4, 5, 7}}}, {"other", {{4, -1, 1}}}};
    const ProbeProduct product = productOf(sums, ElementType::f16, 8);
    CHECK(product.problem.m == kSumsInProduct);
    CHECK(product.problem.n == kSumsInProduct);
    const auto element = [&](std::size_t row, std::size_t column) {
        float sum = 0;
        for (std::size_t l = 0; l < 8; ++l)
            sum += product.operands.lhs[row * 8 + l] * product.operands.rhs[l * kSumsInProduct + column];
        return sum;
    };
    CHECK(element(0, 0) == 41.0F);
    CHECK(element(1, 1) == -1.0F);
    CHECK(element(2, 2) == 0.0F);
}

TEST_CASE("random products cancel exactly, and hold values of their type") {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const bool transposed : {false, true}) {
            const RerunProblem problem{3, 5, 12, type, transposed};
            const auto [what, same, operands] = cancellingProduct(9, problem, 4);
            std::set<float> values(operands.lhs.begin(), operands.lhs.end());
            CHECK(values.size() > 20);
            for (std::size_t row = 0; row < 3; ++row) {
                for (std::size_t column = 0; column < 5; ++column) {
                    double sum = 0;
                    for (std::size_t l = 0; l < 12; ++l) {
                        sum += static_cast<double>(operands.lhs[row * 12 + l]) *
                               operands.rhs[transposed ? column * 12 + l : l * 5 + column];
                    }
                    CHECK(sum == 0.0);
                }
            }
            for (const float value : operands.lhs) {
                if (type == ElementType::f32) CHECK(toTf32(value, Tf32Rounding::truncated) == value);
                if (type == ElementType::f16) CHECK(fromF16Bits(toF16Bits(value)) == value);
                if (type == ElementType::bf16) CHECK(fromBf16Bits(toBf16Bits(value)) == value);
            }
        }
    }
    CHECK(cancellingProduct(1, {2, 2, 4, ElementType::f32, false}, 1).operands.lhs !=
          cancellingProduct(2, {2, 2, 4, ElementType::f32, false}, 1).operands.lhs);
}
