#include "core/analyse/seeded_random.h"
#include "core/rerun/calibration.h"
#include "core/rerun/seeded_input.h"
#include "core/rerun/tensor_core.h"
#include "tests/support/arithmetic_device.h"

#include <bit>
#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

using Outcome = InstructionNumbers::Outcome;
constexpr std::array kTypes = {ElementType::f32, ElementType::f16, ElementType::bf16};

InstructionNumbers calibrated(ElementType type, const ElementSum& sum) {
    return calibrateInstruction(type, [&](const ProbeProduct& product) { return computed(product, sum); });
}

InstructionNumbers calibratedModel(ElementType type, const TensorCoreSum& core) {
    return calibrated(type, [&](std::span<const float> a, std::span<const float> b) {
        return tensorCoreSum(core, type, 0.0F, a, b).value();
    });
}

// Whether some sum of a group has more than 24 bits: the largest is below 4·group + 2 times the largest addend's unit.
bool canRound(const TensorCoreSum& core) {
    return core.keptFractionBits + static_cast<unsigned>(std::bit_width(4 * core.group + 1)) > 24U;
}

void checkRecovered(ElementType type, const TensorCoreSum& core) {
    CAPTURE(toString(type));
    CAPTURE(core.keptFractionBits);
    CAPTURE(core.group);
    CAPTURE((core.rounding == FinalRounding::nearestEven));
    const InstructionNumbers found = calibratedModel(type, core);
    CHECK_MESSAGE((found.outcome == Outcome::fits), found.because);
    CHECK(found.keptFractionBits == core.keptFractionBits);
    CHECK(found.group == core.group);
    CHECK(found.rounding.has_value() == canRound(core));
    if (found.rounding) CHECK((*found.rounding == core.rounding));
    CHECK(found.probes > 100);
    CHECK(found.controls > 1500);
}

void checkRandomCards(std::uint64_t seed, int count) {
    SeededRandom random(seed);
    for (int i = 0; i < count; ++i) {
        const TensorCoreSum core{random.below(kMostKeptBits + 1), 1 + random.below(32),
                                 random.below(2) == 0 ? FinalRounding::towardZero : FinalRounding::nearestEven};
        checkRecovered(kTypes[random.below(3)], core);
    }
}

// Arithmetics that are none of the model.

float fmaSum(std::span<const float> a, std::span<const float> b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum = std::fma(a[i], b[i], sum);
    return sum;
}

float doubleSum(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<double>(a[i]) * b[i];
    return static_cast<float>(sum);
}

float pairwiseSum(std::span<const float> a, std::span<const float> b) {
    if (a.size() == 1) return a[0] * b[0];
    const std::size_t half = a.size() / 2;
    return pairwiseSum(a.first(half), b.first(half)) + pairwiseSum(a.subspan(half), b.subspan(half));
}

double cut(double value) {
    return std::trunc(value);
}
double toEven(double value) {
    return std::nearbyint(value);
}
double fromZero(double value) {
    return std::round(value);
}
double down(double value) {
    return std::floor(value);
}

// Groups of 8 in double: addends brought to multiples of 2^(E - 25) by `toUnit`, their sum to `bits` by `round`.
struct Groups {
    double (*toUnit)(double) = cut;
    double (*round)(double) = cut;
    int bits = 24;
    bool accumulatorLast = false;

    float operator()(std::span<const float> a, std::span<const float> b) const {
        constexpr std::size_t kGroup = 8;
        double sum = 0;
        for (std::size_t first = 0; first < a.size(); first += kGroup) {
            std::vector<double> addends = {accumulatorLast ? 0.0 : sum};
            int largest = addends[0] != 0 ? std::ilogb(addends[0]) : -1000;
            for (std::size_t i = first; i < first + kGroup && i < a.size(); ++i) {
                if (a[i] == 0 || b[i] == 0) continue;
                addends.push_back(static_cast<double>(a[i]) * b[i]);
                largest = std::max(largest, std::ilogb(a[i]) + std::ilogb(b[i]));
            }
            double group = 0;
            for (const double addend : addends)
                group += std::ldexp(toUnit(std::ldexp(addend, 25 - largest)), largest - 25);
            sum = rounded(accumulatorLast ? sum + rounded(group) : group);
        }
        return static_cast<float>(sum);
    }
    [[nodiscard]] double rounded(double value) const {
        if (value == 0) return 0;
        const int unit = std::ilogb(value) - bits + 1;
        return std::ldexp(round(std::ldexp(value, -unit)), unit);
    }
};

void checkContradicted(const std::string& name, const ElementSum& sum) {
    for (const ElementType type : kTypes) {
        CAPTURE(name);
        CAPTURE(toString(type));
        const InstructionNumbers found = calibrated(type, sum);
        CHECK((found.outcome == Outcome::doesNotFit));
        CHECK(!found.because.empty());
    }
}

}  // namespace

TEST_CASE("the numbers of random cards are found") {
    checkRandomCards(2026, 25);
}

TEST_CASE("the numbers of many random cards are found" * doctest::test_suite("slow")) {
    checkRandomCards(7, 300);
}

TEST_CASE("the numbers at the edges of the model are found") {
    std::size_t turn = 0;
    for (unsigned kept : {0U, 16U, 20U, 22U, 23U, 24U, 25U, 40U}) {
        for (unsigned group : {1U, 2U, 3U, 8U}) {
            checkRecovered(kTypes[turn++ % 3], {kept, group, FinalRounding::nearestEven});
            checkRecovered(kTypes[turn++ % 3], {kept, group, FinalRounding::towardZero});
        }
    }
    checkRecovered(ElementType::f16, {25, 63, FinalRounding::towardZero});
}

TEST_CASE("the numbers at every edge of the model are found" * doctest::test_suite("slow")) {
    for (unsigned kept : {0U, 1U, 13U, 15U, 16U, 17U, 18U, 19U, 20U, 21U, 22U, 23U, 24U, 25U, 26U, 39U, 40U}) {
        for (unsigned group : {1U, 2U, 3U, 4U, 8U, 16U, 31U, 32U, 64U, 100U}) {
            for (const ElementType type : kTypes) {
                checkRecovered(type, {kept, group, FinalRounding::towardZero});
                checkRecovered(type, {kept, group, FinalRounding::nearestEven});
            }
        }
    }
    for (const unsigned group : {128U, 255U, kLargestGroup})
        checkRecovered(ElementType::bf16, {25, group, FinalRounding::towardZero});
}

TEST_CASE("other arithmetics are contradicted by a probe") {
    checkContradicted("sequential FMA", fmaSum);
    checkContradicted("sums in double", doubleSum);
    checkContradicted("a tree of pairs", pairwiseSum);
    checkContradicted("addends rounded to nearest", Groups{toEven});
    checkContradicted("addends rounded down", Groups{down});
    checkContradicted("sums rounded down", Groups{cut, down});
    checkContradicted("sums rounded to nearest, ties away", Groups{cut, fromZero});
    checkContradicted("the accumulator added last", Groups{cut, toEven, 24, true});
    checkContradicted("an accumulator of 22 bits", Groups{cut, cut, 22});
    checkContradicted("an accumulator of 26 bits", Groups{cut, cut, 26});
    checkContradicted("other groups in the second half", [](std::span<const float> a, std::span<const float> b) {
        const std::size_t half = a.size() / 2;
        const TensorCoreSum four{25, 4, FinalRounding::towardZero};
        const TensorCoreSum eight{25, 8, FinalRounding::towardZero};
        const auto first = tensorCoreSum(four, ElementType::f32, 0.0F, a.first(half), b.first(half));
        return tensorCoreSum(eight, ElementType::f32, *first, a.subspan(half), b.subspan(half)).value();
    });
}

TEST_CASE("the same model by other means fits") {
    CHECK((calibrated(ElementType::f32, Groups{}).outcome == Outcome::fits));
    CHECK((calibrated(ElementType::bf16, Groups{cut, toEven}).rounding == FinalRounding::nearestEven));
}

TEST_CASE("a device that ignores the operands is found out") {
    const auto found = calibrateInstruction(ElementType::f16, [](const ProbeProduct& product) {
        ProbeProduct other = product;
        other.operands = seededOperands(product.problem);
        return computed(other, fmaSum);
    });
    CHECK((found.outcome == Outcome::operandsIgnored));
    CHECK(found.because.find("4 times 2 came out as") != std::string::npos);
    CHECK(!found.group);
}

TEST_CASE("what a device does not run, fails at or answers wrongly is told apart") {
    const auto outcome = [](ProductAnswer answer) {
        return calibrateInstruction(ElementType::f32, [&](const ProbeProduct&) { return answer; });
    };
    CHECK((outcome({RerunStatus::refused, "no such instruction", {}, false}).outcome == Outcome::notRun));
    CHECK(outcome({RerunStatus::refused, "no such instruction", {}, false}).because == "no such instruction");
    CHECK((outcome({RerunStatus::failed, "it hung", {}, false}).outcome == Outcome::failed));
    CHECK((outcome({RerunStatus::ok, "", {1, 2}, false}).outcome == Outcome::failed));
    CHECK((outcome({RerunStatus::ok, "", {}, true}).outcome == Outcome::operandsIgnored));
}
