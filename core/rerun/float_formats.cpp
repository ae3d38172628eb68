#include "core/rerun/float_formats.h"

#include <bit>

namespace flipscope {

namespace {

constexpr std::uint32_t kInfinityBits = 0x7f800000U;
constexpr std::uint32_t kMagnitude = 0x7fffffffU;
constexpr std::uint32_t kCanonicalNan = 0x7fffffffU;
constexpr std::uint16_t kCanonicalNan16 = 0x7fffU;

// value / 2^drop to the nearest integer, ties to even. Precondition: 1 <= drop <= 31.
constexpr std::uint32_t shiftToEven(std::uint32_t value, unsigned drop) {
    const std::uint32_t kept = value >> drop;
    const std::uint32_t rest = value & ((1U << drop) - 1U);
    const std::uint32_t half = 1U << (drop - 1U);
    return kept + (rest > half || (rest == half && (kept & 1U) != 0) ? 1U : 0U);
}

}  // namespace

float toTf32(float value, Tf32Rounding rounding) {
    constexpr unsigned kDropped = 13;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (rounding == Tf32Rounding::truncated) return std::bit_cast<float>(bits >> kDropped << kDropped);
    const std::uint32_t magnitude = bits & kMagnitude;
    if (magnitude > kInfinityBits) return std::bit_cast<float>(kCanonicalNan);
    // A carry out of the significand raises the exponent, as it should; out of the largest exponent it gives infinity.
    const std::uint32_t rounded = rounding == Tf32Rounding::tiesToEven
                                      ? shiftToEven(magnitude, kDropped) << kDropped
                                      : (magnitude + (1U << (kDropped - 1U))) >> kDropped << kDropped;
    return std::bit_cast<float>(rounded | (bits & ~kMagnitude));
}

std::uint16_t toF16Bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
    const std::uint32_t magnitude = bits & kMagnitude;
    if (magnitude > kInfinityBits) return kCanonicalNan16;
    constexpr std::uint32_t kFirstInfinite = 0x477ff000U;   // 65520: halfway to the value after the largest
    constexpr std::uint32_t kSmallestNormal = 0x38800000U;  // 2^-14
    constexpr std::uint32_t kRebias = (127U - 15U) << 23U;
    if (magnitude >= kFirstInfinite) return static_cast<std::uint16_t>(sign | 0x7c00U);
    if (magnitude >= kSmallestNormal) return static_cast<std::uint16_t>(sign | shiftToEven(magnitude - kRebias, 13));
    // Subnormal: a multiple of 2^-24. The significand of 24 bits at exponent e is worth significand * 2^(e - 23).
    const std::uint32_t exponent = magnitude >> 23U;
    constexpr std::uint32_t kShiftBase = 127U - 1U;  // shift = -24 - (e - 23), e = exponent - 127
    if (exponent + 24U < kShiftBase) return sign;    // below half of the smallest
    const std::uint32_t significand = (magnitude & 0x7fffffU) | 0x800000U;
    return static_cast<std::uint16_t>(sign | shiftToEven(significand, kShiftBase - exponent));
}

std::uint16_t toBf16Bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & kMagnitude) > kInfinityBits) return kCanonicalNan16;
    return static_cast<std::uint16_t>(shiftToEven(bits & kMagnitude, 16) | (bits >> 16U & 0x8000U));
}

float fromF16Bits(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t exponent = bits >> 10U & 0x1fU;
    const std::uint32_t fraction = bits & 0x3ffU;
    if (exponent == 0x1fU) {
        return std::bit_cast<float>(fraction == 0 ? sign | kInfinityBits : kCanonicalNan);
    }
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    return std::bit_cast<float>(sign | (exponent + 127U - 15U) << 23U | fraction << 13U);
}

float fromBf16Bits(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

float patternValue(std::uint32_t pattern, ElementType type) {
    if (type == ElementType::f16) return fromF16Bits(static_cast<std::uint16_t>(pattern));
    if (type == ElementType::bf16) return fromBf16Bits(static_cast<std::uint16_t>(pattern));
    return std::bit_cast<float>(pattern);
}

}  // namespace flipscope
