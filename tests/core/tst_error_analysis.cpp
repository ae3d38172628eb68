#include "core/analyse/seeded_random.h"
#include "core/rerun/error_analysis.h"
#include "core/rerun/float_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

ErrorSummary summaryOf(const std::vector<float>& output, const ReferenceProduct& reference,
                       ElementType type = ElementType::f32) {
    std::vector<std::uint32_t> patterns;
    for (const float value : output) {
        patterns.push_back(type == ElementType::f16    ? toF16Bits(value)
                           : type == ElementType::bf16 ? toBf16Bits(value)
                                                       : std::bit_cast<std::uint32_t>(value));
    }
    const auto model = precisionModelsOf(type).front();
    return summarizeErrors(patterns, type, model, reference);
}

double unitInLastPlace(double value, ElementType output) {
    return element_error::powerOfTwo(element_error::unitExponent(value, formatOf(output)));
}

}  // namespace

TEST_CASE("gamma grows a little faster than k·u and ends at k·u = 1") {
    CHECK(gammaOf(0) == 0);
    CHECK(gammaOf(1) == 0x1p-24 / (1 - 0x1p-24));
    CHECK(gammaOf(std::size_t{1} << 23U) == 1.0);
    CHECK(gammaOf(std::size_t{1} << 24U) == kInf);
    CHECK(sumErrorBound(100) == kErrorFactor * gammaOf(100));
}

TEST_CASE("the spacing of each type, at its ends too") {
    CHECK(unitInLastPlace(1, ElementType::f32) == 0x1p-23);
    CHECK(unitInLastPlace(-1.999, ElementType::f32) == 0x1p-23);
    CHECK(unitInLastPlace(0, ElementType::f32) == 0x1p-149);
    CHECK(unitInLastPlace(1, ElementType::f16) == 0x1p-10);
    CHECK(unitInLastPlace(0x1p-20, ElementType::f16) == 0x1p-24);
    CHECK(unitInLastPlace(1e9, ElementType::f16) == 32);
    CHECK(unitInLastPlace(1, ElementType::bf16) == 0x1p-7);
    for (const ElementType type : {ElementType::f16, ElementType::bf16})
        CHECK(outputRoundoff(type) == unitInLastPlace(1, type) / 2);
}

TEST_CASE("bins of the distance: 0, up to 1, 2, 4, …, more") {
    CHECK(ulpBin(0) == 0);
    CHECK(ulpBin(1e-300) == 1);
    CHECK(ulpBin(1) == 1);
    CHECK(ulpBin(1.001) == 2);
    CHECK(ulpBin(2) == 2);
    CHECK(ulpBin(4) == 3);
    CHECK(ulpBin(4.5) == 4);
    CHECK(ulpBin(0x1p21) == ErrorSummary::kUlpBins - 2);
    CHECK(ulpBin(0x1.1p21) == ErrorSummary::kUlpBins - 1);
    CHECK(ulpBin(kInf) == ErrorSummary::kUlpBins - 1);
    CHECK(ulpBin(std::nan("")) == ErrorSummary::kUlpBins - 1);
}

TEST_CASE("errors of a small output, by hand") {
    const auto summary = summaryOf({1.0F, 2.0F + 0x1p-22F, -3.0F}, {{1.0, 2.0, -3.5}, {1.0, 4.0, 10.0}});
    CHECK((summary.model == PrecisionModel::f32));
    CHECK(summary.largest == 0.05);
    CHECK(summary.largestBeyondRounding == 0.05);
    CHECK(summary.largestUlp == 0x1p21);  // 0.5 / 2^-22
    CHECK(summary.ulpHistogram[0] == 1);
    CHECK(summary.ulpHistogram[1] == 1);
    CHECK(summary.ulpHistogram[ErrorSummary::kUlpBins - 2] == 1);
}

TEST_CASE("nothing over nothing is no error, something over nothing an infinite one") {
    CHECK(summaryOf({0.0F, -0.0F}, {{0, 0}, {0, 0}}).largest == 0);
    CHECK(summaryOf({0x1p-149F}, {{0}, {0}}).largest == kInf);
}

TEST_CASE("what is not finite is infinitely wrong, unless the reference is so too") {
    const auto inf = static_cast<float>(kInf);
    for (const float c : {kNan, inf, -inf}) {
        const auto summary = summaryOf({1, c}, {{1, 2}, {1, 2}});
        CHECK(summary.largest == kInf);
        CHECK(summary.largestUlp == kInf);
        CHECK(summary.ulpHistogram.back() == 1);
    }
    CHECK(summaryOf({inf}, {{1e39}, {1e39}}).largest == 0);
    CHECK(summaryOf({-inf}, {{1e39}, {1e39}}).largest == kInf);
    CHECK(summaryOf({inf}, {{65519}, {65519}}, ElementType::f16).largest == kInf);
    CHECK(summaryOf({inf}, {{65520}, {65520}}, ElementType::f16).largest == 0);
    CHECK(summaryOf({kNan}, {{std::nan("")}, {kInf}}).largest == 0);
    CHECK(summaryOf({1.0F}, {{kInf}, {kInf}}).largest == kInf);
}

TEST_CASE("the rounding of a half output is told apart from the error of its sum") {
    // 1 + 2^-11 lies in the middle between two f16 values, half a unit from both.
    const ReferenceProduct tie{{1 + 0x1p-11}, {2}};
    const auto rounded = summaryOf({1.0F}, tie, ElementType::f16);
    CHECK(rounded.largest == 0x1p-12);
    CHECK(rounded.largestBeyondRounding == 0);
    CHECK(rounded.largestUlp == 0.5);
    const auto off = summaryOf({1.0F + 0x1p-9F}, tie, ElementType::f16);
    CHECK(off.largestBeyondRounding == 0x1p-11 - 0x1p-23);
    // A sum below the smallest normal may be off by half of the subnormals' spacing.
    const auto tiny = summaryOf({0.0F}, {{0x1p-25}, {0x1p-25}}, ElementType::f16);
    CHECK(tiny.largest == 1);
    CHECK(tiny.largestBeyondRounding == 0);
    CHECK(summaryOf({1.0F}, {{1 + 0x1p-8}, {2}}, ElementType::bf16).largestBeyondRounding == 0);
    CHECK(summaryOf({1.0F}, {{1 + 0x1p-24}, {2}}).largestBeyondRounding == 0x1p-25);  // f32 is not rounded again
}

TEST_CASE("any number of threads gives the same numbers, over more than one piece") {
    constexpr std::size_t kElements = 200'000;
    SeededRandom random(5);
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        ReferenceProduct reference;
        std::vector<std::uint32_t> patterns;
        for (std::size_t i = 0; i < kElements; ++i) {
            const double value = (static_cast<double>(random.below(2'000'000)) - 1e6) * 1e-4;
            reference.product.push_back(value);
            reference.magnitude.push_back(std::fabs(value) + 1);
            const auto near = static_cast<float>(value * (1 + 1e-8 * random.below(100)));
            patterns.push_back(type == ElementType::f16    ? toF16Bits(near)
                               : type == ElementType::bf16 ? toBf16Bits(near)
                                                           : std::bit_cast<std::uint32_t>(near));
        }
        const auto model = precisionModelsOf(type).front();
        const auto one = summarizeErrors(patterns, type, model, reference, 1);
        const auto many = summarizeErrors(patterns, type, model, reference, 5);
        CHECK(one.largest > 0);
        CHECK(one.largest == many.largest);
        CHECK(one.largestBeyondRounding == many.largestBeyondRounding);
        CHECK(one.largestUlp == many.largestUlp);
        CHECK(one.ulpHistogram == many.ulpHistogram);
        std::uint64_t counted = 0;
        for (const std::uint64_t bin : one.ulpHistogram)
            counted += bin;
        CHECK(counted == kElements);
    }
}

TEST_CASE("errors by bit patterns are those of the library's functions") {
    SeededRandom random(6);
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        const OutputFormat format = formatOf(type);
        for (int i = 0; i < 20'000; ++i) {
            const int exponent = static_cast<int>(random.below(300)) - 170;
            const double reference =
                i % 50 == 0 ? 0 : std::ldexp(1.0 + random.below(1U << 20U) * 0x1p-20, exponent) * (i % 2 == 0 ? 1 : -1);
            const int normal =
                std::clamp(reference == 0 ? -2000 : std::ilogb(reference), format.leastExponent, format.mostExponent);
            const double spacing = std::ldexp(1.0, normal - format.bits + 1);
            CHECK(unitInLastPlace(reference, type) == spacing);
            const auto c =
                static_cast<double>(static_cast<float>(reference + spacing * (random.below(100) * 0.25 - 12)));
            if (!std::isfinite(c)) continue;
            const double magnitude = std::fabs(reference) * (1 + random.below(8)) + 0x1p-140;
            const ElementError error = elementError(c, reference, magnitude, format);
            const double distance = std::fabs(c - reference);
            CHECK(error.relative == distance / magnitude);
            CHECK(error.ulp == distance / spacing);
            const double rounding = type == ElementType::f32
                                        ? 0
                                        : std::max(std::ldexp(1.0, -format.bits) * std::fabs(reference),
                                                   std::ldexp(1.0, format.leastExponent - format.bits));
            CHECK(error.beyondRounding == std::max(0.0, distance - rounding) / magnitude);
            int binary = 0;
            const double fraction = std::frexp(error.ulp, &binary);
            const int bin = error.ulp == 0 ? 0 : error.ulp <= 1 ? 1 : fraction == 0.5 ? binary : binary + 1;
            CHECK(ulpBin(error.ulp) == static_cast<std::size_t>(std::min(bin, 23)));
        }
    }
}
