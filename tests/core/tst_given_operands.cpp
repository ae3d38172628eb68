#include "core/rerun/float_formats.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("values are written as their patterns and come back") {
    CHECK(operandDigits({1.0F, -2.0F, 0.0F}, ElementType::f32) == "3f800000c000000000000000");
    CHECK(operandDigits({1.0F, -2.0F}, ElementType::f16) == "3c00c000");
    CHECK(operandDigits({1.0F, 0x1p-126F}, ElementType::bf16) == "3f800080");
    CHECK(operandDigits({}, ElementType::f32).empty());
    const std::vector<float> values = {0x1.004p-14F, -0x1p-24F, 65504.0F};
    CHECK(operandsFromDigits(operandDigits(values, ElementType::f16), 3, ElementType::f16) == values);
    const std::vector<float> wide = {0x1.fffffep127F, -0x1p-149F};
    CHECK(operandsFromDigits(operandDigits(wide, ElementType::f32), 2, ElementType::f32) == wide);
}

TEST_CASE("a text that is not exactly that many patterns is refused") {
    const auto refused = [](std::string_view digits, std::size_t count, ElementType type = ElementType::f16) {
        return !operandsFromDigits(digits, count, type);
    };
    CHECK(!refused("3c00", 1));
    CHECK(refused("3c0", 1));
    CHECK(refused("3c00 ", 1));
    CHECK(refused("3C00", 1));
    CHECK(refused("0x3c", 1));
    CHECK(refused("3c-0", 1));
    CHECK(refused("3c00", 2));
    CHECK(refused("3c003c00", 1));
    CHECK(refused("", 1, ElementType::f32));
    CHECK(!refused("", 0, ElementType::f32));
    CHECK(refused(std::string(4 * (kMostGivenElements + 1), '0'), kMostGivenElements + 1));
}

TEST_CASE("the checksum is of the left patterns, then the right ones") {
    const Operands operands{{1.0F, 2.0F}, {-1.0F}};
    CHECK(operandChecksum(operands, ElementType::f16) ==
          resultChecksum(std::vector<std::uint32_t>{0x3c00, 0x4000, 0xbc00}));
    CHECK(operandChecksum(operands, ElementType::f32) != operandChecksum({{1.0F, 2.0F}, {1.0F}}, ElementType::f32));
}

TEST_CASE("a request without operands has its seeded ones") {
    RerunRequest request;
    request.problem = {2, 3, 4, ElementType::bf16, false};
    request.lhsSeed = 9;
    CHECK(operandsOf(request).lhs == seededOperands(request.problem, 9).lhs);
    request.operands = Operands{{1, 2, 3, 4, 5, 6, 7, 8}, std::vector<float>(12, 1.0F)};
    CHECK(operandsOf(request).lhs == request.operands->lhs);
    CHECK(operandsOf(request).rhs == request.operands->rhs);
}
