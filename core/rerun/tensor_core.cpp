#include "core/rerun/tensor_core.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace flipscope {

namespace {

constexpr int kFractionBits = 23;
constexpr int kSmallestF32Exponent = -126;
constexpr int kNoExponent = std::numeric_limits<int>::min();

std::uint32_t patternOf(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

bool isZero(float value) {
    return (patternOf(value) & 0x7fffffffU) == 0;
}

// ±significand · 2^(exponent - fractionBits)
struct Addend {
    bool negative = false;
    std::uint64_t significand = 0;
    int exponent = kNoExponent;
    int fractionBits = 0;
};

// The significand of a value as a multiple of 2^(exponent - 23), exponent being operandExponent's.
std::uint64_t significandAt(float value, int exponent) {
    const std::uint32_t bits = patternOf(value);
    const int own = std::max(static_cast<int>(bits >> kFractionBits & 0xffU) - 127, kSmallestF32Exponent);
    const std::uint64_t fraction = bits & 0x7fffffU;
    const bool normal = (bits >> kFractionBits & 0xffU) != 0;
    // exponent >= own; below the smallest normal of f16 the low bits shifted out are zero.
    return (fraction | (normal ? 0x800000U : 0U)) >> static_cast<unsigned>(exponent - own);
}

Addend product(float a, float b, ElementType operands) {
    if (isZero(a) || isZero(b)) return {};
    const int ea = operandExponent(a, operands);
    const int eb = operandExponent(b, operands);
    const bool negative = ((patternOf(a) ^ patternOf(b)) >> 31U) != 0;
    return {negative, significandAt(a, ea) * significandAt(b, eb), ea + eb, 2 * kFractionBits};
}

Addend accumulator(float c) {
    if (isZero(c)) return {};
    const int exponent = operandExponent(c, ElementType::f32);
    return {(patternOf(c) >> 31U) != 0, significandAt(c, exponent), exponent, kFractionBits};
}

// The addend in units of 2^(E - kept), cut toward zero.
std::int64_t cut(const Addend& addend, int largest, int kept) {
    if (addend.significand == 0) return 0;
    const int shift = addend.exponent - addend.fractionBits - largest + kept;
    std::uint64_t units = 0;
    if (shift >= 0) {
        units = addend.significand << static_cast<unsigned>(shift);
    } else if (shift > -64) {
        units = addend.significand >> static_cast<unsigned>(-shift);
    }
    const auto magnitude = static_cast<std::int64_t>(units);
    return addend.negative ? -magnitude : magnitude;
}

// sum · 2^unit rounded to 24 bits; null where f32 has no normal number.
std::optional<float> rounded(std::int64_t sum, int unit, FinalRounding rounding) {
    if (sum == 0) return 0.0F;
    auto magnitude = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
    const int dropped = std::max(0, static_cast<int>(std::bit_width(magnitude)) - (kFractionBits + 1));
    if (dropped > 0) {
        const std::uint64_t rest = magnitude & ((std::uint64_t{1} << static_cast<unsigned>(dropped)) - 1U);
        const std::uint64_t half = std::uint64_t{1} << static_cast<unsigned>(dropped - 1);
        magnitude >>= static_cast<unsigned>(dropped);
        const bool up = rest > half || (rest == half && (magnitude & 1U) != 0);
        if (rounding == FinalRounding::nearestEven && up) ++magnitude;
    }
    // 24 bits at most, or 2^24 after a carry.
    const int width = static_cast<int>(std::bit_width(magnitude));
    const int exponent = width - 1 + dropped + unit;
    if (exponent < kSmallestF32Exponent || exponent > 127) return std::nullopt;
    const std::uint64_t aligned = magnitude << 32U >> static_cast<unsigned>(width + 32 - (kFractionBits + 1));
    const std::uint32_t bits = (static_cast<std::uint32_t>(aligned) & 0x7fffffU) |
                               static_cast<std::uint32_t>(exponent + 127) << kFractionBits | (sum < 0 ? 1U << 31U : 0U);
    return std::bit_cast<float>(bits);
}

std::optional<float> addGroup(const TensorCoreSum& core, ElementType operands, float c, std::span<const float> a,
                              std::span<const float> b) {
    const Addend start = accumulator(c);
    int largest = start.exponent;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, product(a[i], b[i], operands).exponent);
    if (largest == kNoExponent) return 0.0F;
    const int kept = static_cast<int>(core.keptFractionBits);
    std::int64_t sum = cut(start, largest, kept);
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += cut(product(a[i], b[i], operands), largest, kept);
    return rounded(sum, largest - kept, core.rounding);
}

// That an operand of the type can have.
int smallestExponent(ElementType operands) {
    return operands == ElementType::f16 ? -14 : kSmallestF32Exponent;
}

}  // namespace

int operandExponent(float value, ElementType operands) {
    return std::max(static_cast<int>(patternOf(value) >> kFractionBits & 0xffU) - 127, smallestExponent(operands));
}

bool isModelledOperand(float value, ElementType operands) {
    const std::uint32_t exponentField = patternOf(value) >> kFractionBits & 0xffU;
    if (exponentField == 0xffU) return false;
    return exponentField != 0 || isZero(value) || operands == ElementType::f16;
}

std::optional<float> tensorCoreSum(const TensorCoreSum& core, ElementType operands, float c, std::span<const float> a,
                                   std::span<const float> b) {
    const auto modelled = [operands](float value) { return isModelledOperand(value, operands); };
    if (!isModelledOperand(c, ElementType::f32) || !std::all_of(a.begin(), a.end(), modelled) ||
        !std::all_of(b.begin(), b.end(), modelled)) {
        return std::nullopt;
    }
    std::optional<float> sum = c;
    for (std::size_t i = 0; i < a.size() && sum; i += core.group) {
        const std::size_t count = std::min<std::size_t>(core.group, a.size() - i);
        sum = addGroup(core, operands, *sum, a.subspan(i, count), b.subspan(i, count));
    }
    return sum;
}

}  // namespace flipscope
