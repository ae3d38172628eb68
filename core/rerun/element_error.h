#pragma once

#include "core/model/tuning_key.h"
#include "core/rerun/rerun_result.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

// The error of one output element. One source for the processor and the card (constexpr, so that device code may call
// it): the same numbers from both. Every step is exact or one IEEE 754 operation, and no product is added to anything,
// so that no compiler can fuse.

namespace flipscope {

struct OutputFormat {
    int bits = 24;                                 // significant ones
    int leastExponent = -126, mostExponent = 127;  // of normal numbers
    bool isRounded = false;                        // sums are rounded to it from f32
};

[[nodiscard]] constexpr OutputFormat formatOf(ElementType output) {
    if (output == ElementType::f16) return {11, -14, 15, true};
    if (output == ElementType::bf16) return {8, -126, 127, true};
    return {};
}

struct ElementError {
    double relative = 0;        // |c - reference| / magnitude
    double beyondRounding = 0;  // the same less the largest error of rounding to the output's type, at least 0
    double ulp = 0;             // |c - reference| in units in the last place of the output's type at the reference
};

namespace element_error {

inline constexpr int kMantissaBits = 52;
inline constexpr int kBias = 1023;
inline constexpr std::uint64_t kExponentMask = 0x7ff;

[[nodiscard]] constexpr std::uint64_t bitsOf(double value) {
    return std::bit_cast<std::uint64_t>(value);
}
// ⌊log2 |value|⌋ of a normal number; -1023 of zero and subnormals.
[[nodiscard]] constexpr int exponentOf(double value) {
    return static_cast<int>(bitsOf(value) >> kMantissaBits & kExponentMask) - kBias;
}
[[nodiscard]] constexpr bool isFinite(double value) {
    return (bitsOf(value) >> kMantissaBits & kExponentMask) != kExponentMask;
}
[[nodiscard]] constexpr double magnitudeOf(double value) {
    return std::bit_cast<double>(bitsOf(value) & ~(std::uint64_t{1} << 63U));
}
// 2^exponent, exponent in -1022 … 1023.
[[nodiscard]] constexpr double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kMantissaBits);
}
// log2 of the unit in the last place at a finite value: e-p+1 for a magnitude in [2^e, 2^(e+1)) with p significant
// bits; below the smallest normal that of the subnormals, beyond the largest finite value that of the last binade.
[[nodiscard]] constexpr int unitExponent(double value, const OutputFormat& format) {
    const int exponent = exponentOf(value);
    const int normal = exponent < format.leastExponent  ? format.leastExponent
                       : exponent > format.mostExponent ? format.mostExponent
                                                        : exponent;
    return normal - format.bits + 1;
}
// Largest error of rounding a value near `reference`.
[[nodiscard]] constexpr double roundingError(double reference, const OutputFormat& format) {
    const double relative = powerOfTwo(-format.bits) * magnitudeOf(reference);
    const double least = powerOfTwo(format.leastExponent - format.bits);
    return relative > least ? relative : least;
}
// Where c or the reference is not finite: right only where the reference rounds to the same infinity, or is none
// itself.
[[nodiscard]] constexpr bool isRightInfinity(double c, double reference, const OutputFormat& format) {
    if (!isFinite(reference)) return !isFinite(c);
    const double firstInfinite = (2.0 - powerOfTwo(-format.bits)) * powerOfTwo(format.mostExponent);
    const bool sameSign = bitsOf(c) >> 63U == bitsOf(reference) >> 63U;
    return c == c && sameSign && magnitudeOf(reference) >= firstInfinite;
}

}  // namespace element_error

// c: the value of the output's pattern. See summarizeErrors for what is not finite and for 0/0.
[[nodiscard]] constexpr ElementError elementError(double c, double reference, double magnitude,
                                                  const OutputFormat& format) {
    using namespace element_error;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!isFinite(c) || !isFinite(reference)) {
        return isRightInfinity(c, reference, format) ? ElementError{} : ElementError{kInfinity, kInfinity, kInfinity};
    }
    const double error = magnitudeOf(c - reference);
    if (error == 0) return {};
    const double ulp = error * powerOfTwo(-unitExponent(reference, format));
    if (magnitude == 0)
        return {kInfinity, error > roundingError(reference, format) || !format.isRounded ? kInfinity : 0.0, ulp};
    const double relative = error / magnitude;
    if (!format.isRounded) return {relative, relative, ulp};
    const double beyond = error - roundingError(reference, format);
    return {relative, beyond > 0 ? beyond / magnitude : 0.0, ulp};
}

// Bin of ErrorSummary::ulpHistogram for a distance in ULP; NaN counts as more.
[[nodiscard]] constexpr std::size_t ulpBin(double distance) {
    using namespace element_error;
    constexpr std::size_t kMore = ErrorSummary::kUlpBins - 1;
    if (distance == 0) return 0;
    if (!(distance <= powerOfTwo(static_cast<int>(kMore) - 2))) return kMore;
    if (distance <= 1) return 1;
    const bool isPower = (bitsOf(distance) & ((std::uint64_t{1} << kMantissaBits) - 1)) == 0;
    const int bin = exponentOf(distance) + (isPower ? 1 : 2);
    return static_cast<std::size_t>(bin);
}

}  // namespace flipscope
