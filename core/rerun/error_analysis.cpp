#include "core/rerun/error_analysis.h"

#include "core/analyse/group_threads.h"
#include "core/rerun/float_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

namespace flipscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kElementsAtOnce = std::size_t{1} << 16;  // of a thread between two looks at what is left

void add(ErrorSummary& to, double& beyond, const ElementError& error) {
    to.largest = std::max(to.largest, error.relative);
    to.largestUlp = std::max(to.largestUlp, error.ulp);
    beyond = std::max(beyond, error.beyondRounding);
    ++to.ulpHistogram[ulpBin(error.ulp)];
}

// Joins the errors of another part of the same output.
void mergeErrors(ErrorSummary& into, const ErrorSummary& other) {
    into.largest = std::max(into.largest, other.largest);
    into.largestUlp = std::max(into.largestUlp, other.largestUlp);
    into.largestBeyondRounding =
        std::max(into.largestBeyondRounding.value_or(0), other.largestBeyondRounding.value_or(0));
    for (std::size_t bin = 0; bin < into.ulpHistogram.size(); ++bin)
        into.ulpHistogram[bin] += other.ulpHistogram[bin];
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

ErrorSummary summarizeErrors(std::span<const std::uint32_t> patterns, ElementType output, PrecisionModel model,
                             const ReferenceProduct& reference, unsigned threads) {
    const OutputFormat format = formatOf(output);
    const std::size_t groups = (patterns.size() + kElementsAtOnce - 1) / kElementsAtOnce;
    const std::size_t wanted = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    const auto used = static_cast<unsigned>(std::clamp(groups, std::size_t{1}, wanted));
    std::vector<ErrorSummary> parts(used);
    forEachGroup(groups, used, {}, [&](std::size_t group, std::size_t worker) {
        ErrorSummary part;
        double beyond = 0;
        const std::size_t end = std::min(patterns.size(), (group + 1) * kElementsAtOnce);
        for (std::size_t i = group * kElementsAtOnce; i < end; ++i) {
            add(part, beyond,
                elementError(patternValue(patterns[i], output), reference.product[i], reference.magnitude[i], format));
        }
        part.largestBeyondRounding = beyond;
        mergeErrors(parts[worker], part);
        return true;
    });
    ErrorSummary summary;
    summary.model = model;
    summary.largestBeyondRounding = 0;
    for (const ErrorSummary& part : parts)
        mergeErrors(summary, part);
    return summary;
}

}  // namespace flipscope
