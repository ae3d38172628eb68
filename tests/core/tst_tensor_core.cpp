#include "core/rerun/tensor_core.h"
#include "tests/support/random_operands.h"
#include "tests/support/reference_sums.h"

#include <bit>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> patterns(const std::string& field) {
    std::istringstream words(field);
    std::vector<float> values;
    for (std::string word; words >> word;)
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(std::stoul(word, nullptr, 16))));
    return values;
}

struct Tally {
    int equal = 0, different = 0;
};

// Equal and different vectors by card and type; the card's own numbers are used.
std::map<std::string, Tally> compareVectors(const std::string& path) {
    std::map<std::string, Tally> tallies;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::string card, type, k, a, b, c, d;
        for (std::string* field : {&card, &type, &k, &a, &b, &c, &d})
            std::getline(fields, *field, ',');
        const ElementType operands = type == "fp16"   ? ElementType::f16
                                     : type == "bf16" ? ElementType::bf16
                                                      : ElementType::f32;
        const auto core = tensorCoreOf(*cardFromString(card), operands);
        const TensorCoreSum numbers{core->keptFractionBits, core->cmmaGroup, core->rounding};
        const auto sum = tensorCoreSum(numbers, operands, patterns(c)[0], patterns(a), patterns(b));
        const bool equal = sum && std::bit_cast<std::uint32_t>(*sum) == std::bit_cast<std::uint32_t>(patterns(d)[0]);
        ++(equal ? tallies[card + " " + type].equal : tallies[card + " " + type].different);
    }
    return tallies;
}

}  // namespace

TEST_CASE("results of real instructions of eight cards come out bit for bit") {
    const auto tallies = compareVectors(FLIPSCOPE_TEST_DATA "/tensor-core-vectors/sample.csv");
    CHECK(tallies.size() == 22);
    for (const auto& each : tallies) {
        const auto& card = each.first;
        const auto& tally = each.second;
        CAPTURE(card);
        CHECK(tally.equal == 20);
        CHECK(tally.different == 0);
    }
}

TEST_CASE("the same for the whole set of vectors, when it is at hand") {
    const std::string path = FLIPSCOPE_SHARED_DATA "/tensor-core-vectors/vectors.csv";
    if (!std::filesystem::exists(path)) {
        MESSAGE("SKIPPED: no ", path);
        return;
    }
    const auto tallies = compareVectors(path);
    CHECK(tallies.size() == 22);
    for (const auto& each : tallies) {
        const auto& card = each.first;
        const auto& tally = each.second;
        CAPTURE(card);
        CHECK(tally.equal == 300);
        CHECK(tally.different == 0);
    }
}

TEST_CASE("random cards agree with the model over exact numbers") {
    SeededRandom random(11);
    int different = 0, compared = 0;
    for (int i = 0; i < 20'000; ++i) {
        const TensorCoreSum core{8 + random.below(kMostKeptBits - 7), 1 + random.below(24),
                                 random.below(2) == 0 ? FinalRounding::towardZero : FinalRounding::nearestEven};
        const ElementType type = random.below(2) == 0 ? ElementType::f32 : ElementType::f16;
        const std::size_t k = random.below(40);
        const int spread = type == ElementType::f16 ? 13 : static_cast<int>(1 + random.below(40));
        const auto a = randomValues(random, k, 11, spread);
        const auto b = randomValues(random, k, type == ElementType::f16 ? 11 : 24, spread);
        const float c = randomValue(random, 24, spread);
        const auto sum = tensorCoreSum(core, type, c, a, b);
        REQUIRE(sum.has_value());
        const TensorCore numbers{core.keptFractionBits, core.group, core.group, core.rounding};
        const float expected =
            referenceTensorCoreSum(numbers, core.group, type == ElementType::f16 ? -14 : -126, c, a, b);
        different += std::bit_cast<std::uint32_t>(*sum) == std::bit_cast<std::uint32_t>(expected) ? 0 : 1;
        ++compared;
    }
    CHECK(compared == 20'000);
    CHECK(different == 0);
}

TEST_CASE("a subnormal of f16 has the exponent of the smallest normal") {
    const TensorCoreSum core{23, 4, FinalRounding::towardZero};
    // 2^-24 times 2^-14: cut to multiples of 2^(-28 - 23), nothing is lost, so the sum is exact …
    CHECK(*tensorCoreSum(core, ElementType::f16, 0.0F, std::vector{0x1p-24F}, std::vector{0x1p-14F}) == 0x1p-38F);
    // … with -14 for the exponents of both factors a small accumulator is cut to multiples of 2^-51.
    const float c = 0x1p-50F + 0x1p-52F;
    CHECK(*tensorCoreSum(core, ElementType::f16, c, std::vector{0x1p-24F}, std::vector{0x1p-14F}) ==
          0x1p-38F + 0x1p-50F);
}

TEST_CASE("cut is toward zero, on both sides of it") {
    const TensorCoreSum core{4, 4, FinalRounding::towardZero};
    const std::vector<float> a = {1, 0x1.8p-5F}, b = {1, 1};
    CHECK(*tensorCoreSum(core, ElementType::f32, 0.0F, a, b) == 1.0F);
    const std::vector<float> negative = {1, -0x1.8p-5F};
    CHECK(*tensorCoreSum(core, ElementType::f32, 0.0F, negative, b) == 1.0F);
    // The product 1.5·1.5 is not normalised: its exponent is 0, so 2^-4 survives beside it.
    const std::vector<float> wide = {1.5F, 0x1p-4F}, other = {1.5F, 1};
    CHECK(*tensorCoreSum(core, ElementType::f32, 0.0F, wide, other) == 2.25F + 0x1p-4F);
}

TEST_CASE("a zero sum is +0, an empty one is the accumulator") {
    const TensorCoreSum core;
    const auto zero = tensorCoreSum(core, ElementType::f32, -0.0F, std::vector{-1.0F}, std::vector{0.0F});
    CHECK(std::bit_cast<std::uint32_t>(*zero) == 0U);
    CHECK(*tensorCoreSum(core, ElementType::f32, 3.0F, {}, {}) == 3.0F);
    CHECK(*tensorCoreSum(core, ElementType::f32, -1.0F, std::vector{1.0F}, std::vector{1.0F}) == 0.0F);
}

TEST_CASE("outside the model there is no answer rather than a wrong one") {
    const TensorCoreSum core;
    const auto sum = [&](ElementType type, float c, float a, float b) {
        return tensorCoreSum(core, type, c, std::vector{a}, std::vector{b});
    };
    for (const float bad : {kInf, -kInf, std::numeric_limits<float>::quiet_NaN()}) {
        CHECK_FALSE(sum(ElementType::f16, 0, bad, 1).has_value());
        CHECK_FALSE(sum(ElementType::bf16, 0, 1, bad).has_value());
        CHECK_FALSE(sum(ElementType::f32, bad, 1, 1).has_value());
    }
    CHECK_FALSE(sum(ElementType::bf16, 0, 0x1p-130F, 1).has_value());
    CHECK_FALSE(sum(ElementType::f32, 0x1p-130F, 1, 1).has_value());
    CHECK(sum(ElementType::f16, 0, 0x1p-24F, 1).has_value());
    CHECK_FALSE(sum(ElementType::f32, 0, 0x1p100F, 0x1p100F).has_value());
    CHECK_FALSE(sum(ElementType::f32, 0, 0x1p-100F, 0x1p-100F).has_value());
    CHECK(*sum(ElementType::f32, 0, 0x1p-63F, 0x1p-63F) == 0x1p-126F);
    CHECK(*sum(ElementType::f32, 0, 0x1p64F, 0x1p63F) == 0x1p127F);
}
