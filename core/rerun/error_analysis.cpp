#include "core/rerun/error_analysis.h"

#include "core/rerun/float_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace flipscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Format {
    int bits;                         // significant ones
    int leastExponent, mostExponent;  // of normal numbers
};

Format formatOf(ElementType output) {
    if (output == ElementType::f16) return {11, -14, 15};
    if (output == ElementType::bf16) return {8, -126, 127};
    return {24, -126, 127};
}

// The magnitude from which on rounding to nearest gives infinity.
double firstInfinite(ElementType output) {
    const Format format = formatOf(output);
    return std::ldexp(2.0 - std::ldexp(1.0, -format.bits), format.mostExponent);
}

// Largest error of rounding a value near `reference` to the output's type; f32 sums are not rounded again.
double roundingError(double reference, ElementType output) {
    if (outputRoundoff(output) == 0) return 0;
    const Format format = formatOf(output);
    const double relative = outputRoundoff(output) * std::fabs(reference);
    return std::max(relative, std::ldexp(1.0, format.leastExponent - format.bits));
}

double relative(double error, double magnitude) {
    return error == 0 ? 0 : error / magnitude;
}

struct ElementError {
    double relative = 0, beyondRounding = 0, ulp = 0;
};

ElementError errorOf(double c, double reference, double magnitude, ElementType output) {
    constexpr ElementError kWorst{kInfinity, kInfinity, kInfinity};
    if (!std::isfinite(reference)) return std::isfinite(c) ? kWorst : ElementError{};
    if (!std::isfinite(c)) {
        const bool overflows = std::fabs(reference) >= firstInfinite(output);
        const bool sameInfinity = std::isinf(c) && std::signbit(c) == std::signbit(reference);
        return overflows && sameInfinity ? ElementError{} : kWorst;
    }
    const double error = std::fabs(c - reference);
    const double beyond = std::max(0.0, error - roundingError(reference, output));
    return {relative(error, magnitude), relative(beyond, magnitude), error / unitInLastPlace(reference, output)};
}

}  // namespace

double gammaOf(std::size_t k) {
    const double units = static_cast<double>(k) * kUnitRoundoff;
    return units < 1 ? units / (1 - units) : kInfinity;
}

double sumErrorBound(std::size_t k) {
    return kErrorFactor * gammaOf(k);
}

double outputRoundoff(ElementType output) {
    if (output == ElementType::f16 || output == ElementType::bf16) return std::ldexp(1.0, -formatOf(output).bits);
    return 0;
}

double unitInLastPlace(double value, ElementType output) {
    const Format format = formatOf(output);
    const int exponent = value == 0 ? format.leastExponent : std::ilogb(value);
    return std::ldexp(1.0, std::clamp(exponent, format.leastExponent, format.mostExponent) - format.bits + 1);
}

double patternValue(std::uint32_t pattern, ElementType output) {
    if (output == ElementType::f16) return fromF16Bits(static_cast<std::uint16_t>(pattern));
    if (output == ElementType::bf16) return fromBf16Bits(static_cast<std::uint16_t>(pattern));
    return std::bit_cast<float>(pattern);
}

std::size_t ulpBin(double distance) {
    constexpr std::size_t kMore = ErrorSummary::kUlpBins - 1;
    if (distance == 0) return 0;
    if (!(distance <= std::ldexp(1.0, static_cast<int>(kMore) - 2))) return kMore;
    if (distance <= 1) return 1;
    int exponent = 0;
    const double fraction = std::frexp(distance, &exponent);  // in [1/2, 1)
    return static_cast<std::size_t>(fraction == 0.5 ? exponent : exponent + 1);
}

ErrorSummary summarizeErrors(std::span<const std::uint32_t> patterns, ElementType output, PrecisionModel model,
                             const ReferenceProduct& reference) {
    ErrorSummary summary;
    summary.model = model;
    double beyond = 0;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const ElementError error =
            errorOf(patternValue(patterns[i], output), reference.product[i], reference.magnitude[i], output);
        summary.largest = std::max(summary.largest, error.relative);
        beyond = std::max(beyond, error.beyondRounding);
        summary.largestUlp = std::max(summary.largestUlp, error.ulp);
        ++summary.ulpHistogram[ulpBin(error.ulp)];
    }
    summary.largestBeyondRounding = beyond;
    return summary;
}

}  // namespace flipscope
