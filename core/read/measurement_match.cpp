#include "core/read/measurement_match.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace flipscope {

namespace {

bool equal(const MeasuredCandidate& a, const MeasuredCandidate& b) {
    return a.index == b.index && a.hasTiming && b.hasTiming && a.timing.mean == b.timing.mean &&
           a.timing.median == b.timing.median && a.timing.min == b.timing.min && a.timing.max == b.timing.max;
}

// Equal for equal measurements in any order: most decisions differ in it, and comparing it is all they cost.
std::uint64_t sumOf(const Decision& decision) {
    std::uint64_t sum = 0;
    for (const MeasuredCandidate& measured : decision.measured) {
        sum += static_cast<std::uint64_t>(measured.timing.mean.value) +
               static_cast<std::uint64_t>(measured.timing.median.value);
    }
    return sum;
}

}  // namespace

bool sameMeasurements(const Decision& a, const Decision& b) {
    if (a.measured.empty() || a.measured.size() != b.measured.size()) return false;
    if (std::equal(a.measured.begin(), a.measured.end(), b.measured.begin(), equal)) return true;
    if (sumOf(a) != sumOf(b)) return false;
    const auto byIndex = [](const MeasuredCandidate& x, const MeasuredCandidate& y) { return x.index < y.index; };
    std::vector<MeasuredCandidate> left = a.measured;
    std::vector<MeasuredCandidate> right = b.measured;
    std::sort(left.begin(), left.end(), byIndex);
    std::sort(right.begin(), right.end(), byIndex);
    return std::equal(left.begin(), left.end(), right.begin(), equal);
}

bool sameMediansWhereKnown(const Decision& a, const Decision& b) {
    std::size_t compared = 0;
    for (const MeasuredCandidate& candidate : a.measured) {
        const Timing* other = timingOf(b, candidate.index);
        if (other == nullptr || !candidate.hasTiming) continue;
        if (other->median != candidate.timing.median) return false;
        ++compared;
    }
    return compared > 0;
}

}  // namespace flipscope
