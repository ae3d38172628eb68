#include "core/analyse/seeded_random.h"
#include "core/rerun/float_formats.h"

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bitsOf(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

using ToBits = std::uint16_t (*)(float);
using FromBits = float (*)(std::uint16_t);

// Every value, every midpoint of two neighbours, and the f32 values beside the midpoint. Returns what went wrong.
int roundingFaults(ToBits to, FromBits from, std::uint16_t largestFinite) {
    int faults = 0;
    const auto expect = [&faults](bool right) { faults += right ? 0 : 1; };
    for (std::uint32_t pattern = 0; pattern < largestFinite; ++pattern) {
        const auto low = static_cast<std::uint16_t>(pattern);
        const auto high = static_cast<std::uint16_t>(pattern + 1);
        const float value = from(low);
        expect(to(value) == low);
        expect(to(-value) == (low | 0x8000U));
        const auto middle = static_cast<float>((static_cast<double>(value) + static_cast<double>(from(high))) / 2);
        if (middle == value || middle == from(high)) continue;  // f32 has no value between two subnormals of bf16
        const std::uint16_t even = (low & 1U) == 0 ? low : high;
        expect(to(middle) == even);
        expect(to(-middle) == (even | 0x8000U));
        expect(to(std::nextafter(middle, 0.0F)) == low);
        expect(to(std::nextafter(middle, kInf)) == high);
    }
    return faults;
}

}  // namespace

TEST_CASE("f16: every value comes back, every midpoint goes to even") {
    CHECK(roundingFaults(toF16Bits, fromF16Bits, 0x7bff) == 0);
    CHECK(fromF16Bits(0x0001) == 0x1p-24F);
    CHECK(fromF16Bits(0x3c00) == 1.0F);
    CHECK(fromF16Bits(0x7bff) == 65504.0F);
    CHECK(fromF16Bits(0xfc00) == -kInf);
    CHECK(bitsOf(fromF16Bits(0x8000)) == 0x80000000U);
}

TEST_CASE("bf16: every value comes back, every midpoint goes to even") {
    CHECK(roundingFaults(toBf16Bits, fromBf16Bits, 0x7f7f) == 0);
    CHECK(fromBf16Bits(0x3f80) == 1.0F);
    CHECK(fromBf16Bits(0x0001) == 0x1p-133F);
}

TEST_CASE("beyond the largest value lies infinity, NaN is the canonical one") {
    CHECK(toF16Bits(65519.996F) == 0x7bff);
    CHECK(toF16Bits(65520.0F) == 0x7c00);
    CHECK(toF16Bits(-kInf) == 0xfc00);
    CHECK(toF16Bits(0x1p-26F) == 0);
    CHECK(toF16Bits(-0x1p-25F) == 0x8000);
    CHECK(toF16Bits(0x1.000002p-25F) == 1);
    CHECK(toF16Bits(-kNan) == 0x7fff);
    CHECK(std::isnan(fromF16Bits(0x7c01)));
    CHECK(toBf16Bits(std::numeric_limits<float>::max()) == 0x7f80);
    CHECK(toBf16Bits(std::bit_cast<float>(0x7f800001U)) == 0x7fff);
}

TEST_CASE("TF32 agrees with rounding a double to 11 bits") {
    SeededRandom random(7);
    int faults = 0;
    for (int i = 0; i < 200'000; ++i) {
        auto bits = static_cast<std::uint32_t>(random.next());
        if (i % 4 == 0) bits = (bits & ~0x1fffU) | 0x1000U;  // ties
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value) || value == 0) continue;
        const int exponent = std::max(std::ilogb(value), -126);
        const double scaled = std::ldexp(static_cast<double>(value), 10 - exponent);
        const auto back = [&](double integer) { return static_cast<float>(std::ldexp(integer, exponent - 10)); };
        faults += bitsOf(toTf32(value, Tf32Rounding::tiesAway)) == bitsOf(back(std::round(scaled))) ? 0 : 1;
        faults += bitsOf(toTf32(value, Tf32Rounding::tiesToEven)) == bitsOf(back(std::nearbyint(scaled))) ? 0 : 1;
        faults += bitsOf(toTf32(value, Tf32Rounding::truncated)) == bitsOf(back(std::trunc(scaled))) ? 0 : 1;
    }
    CHECK(faults == 0);
}

TEST_CASE("TF32 at the ends") {
    const float largest = std::numeric_limits<float>::max();
    CHECK(toTf32(largest, Tf32Rounding::tiesAway) == kInf);
    CHECK(toTf32(-largest, Tf32Rounding::tiesToEven) == -kInf);
    CHECK(bitsOf(toTf32(largest, Tf32Rounding::truncated)) == 0x7f7fe000U);
    CHECK(bitsOf(toTf32(-0.0F, Tf32Rounding::tiesAway)) == 0x80000000U);
    CHECK(bitsOf(toTf32(std::bit_cast<float>(0x00001000U), Tf32Rounding::tiesAway)) == 0x2000U);
    CHECK(bitsOf(toTf32(std::bit_cast<float>(0x00001000U), Tf32Rounding::tiesToEven)) == 0U);
    for (const Tf32Rounding rounding : {Tf32Rounding::tiesAway, Tf32Rounding::tiesToEven, Tf32Rounding::truncated}) {
        CHECK(toTf32(kInf, rounding) == kInf);
        CHECK(std::isnan(toTf32(kNan, rounding)));
    }
    // Only low bits set: rounding keeps the NaN, raw bits cut to 19 lose it.
    CHECK(std::isnan(toTf32(std::bit_cast<float>(0x7f800001U), Tf32Rounding::tiesAway)));
    CHECK(toTf32(std::bit_cast<float>(0x7f800001U), Tf32Rounding::truncated) == kInf);
}

TEST_CASE("patterns are values of their type") {
    CHECK(patternValue(0x3f800000, ElementType::f32) == 1.0F);
    CHECK(patternValue(0x3c00, ElementType::f16) == 1.0F);
    CHECK(patternValue(0x3f80, ElementType::bf16) == 1.0F);
}
