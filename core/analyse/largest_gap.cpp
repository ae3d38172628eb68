#include "core/analyse/largest_gap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace flipscope {

namespace {

// Halved, so that the distance of two finite numbers is finite.
[[nodiscard]] double halfDistance(double a, double b) {
    return b / 2 - a / 2;
}

// Count, mean and sum of squared distances from it, updated number by number (Welford 1962).
struct Spread {
    double count = 0, mean = 0, squares = 0;

    void add(double x) {
        ++count;
        const double before = x - mean;
        mean += before / count;
        squares += before * (x - mean);
    }
};

}  // namespace

std::optional<Gap> largestGap(const std::vector<double>& sorted) {
    constexpr double kNegligible = 1e-9;
    if (sorted.size() < 2 || sorted.front() == sorted.back()) return std::nullopt;
    const double floor = kNegligible * std::max(std::abs(sorted.front()), std::abs(sorted.back()));
    std::pair<double, double> best{-1, -1};
    std::size_t at = 0;
    for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
        const double distance = halfDistance(sorted[i], sorted[i + 1]);
        if (!(distance > 0)) continue;
        const double scale = std::max({std::abs(sorted[i]), std::abs(sorted[i + 1]), floor});
        const std::pair<double, double> size{scale > 0 ? distance / scale : 2.0, distance};
        if (size > best) {
            best = size;
            at = i;
        }
    }
    if (best.first < 0) return std::nullopt;
    Gap gap{sorted[at], sorted[at + 1], 0, false};
    const double widest = std::max(halfDistance(sorted.front(), gap.below), halfDistance(gap.above, sorted.back()));
    gap.standsOut = halfDistance(gap.below, gap.above) / 3 > widest;
    gap.widestSide = widest * 2;
    return gap;
}

double splitClarity(const std::vector<double>& numbers, double cut) {
    double scale = 0;
    for (const double x : numbers)
        scale = std::max(scale, std::abs(x));
    if (scale == 0) return 0;
    Spread lower;
    Spread upper;
    Spread all;
    for (const double x : numbers) {
        const double scaled = x / scale;  // so that squares stay finite
        (x <= cut ? lower : upper).add(scaled);
        all.add(scaled);
    }
    if (lower.count == 0 || upper.count == 0 || !(all.squares > 0)) return 0;
    return std::max(0.0, 1 - 4 * (lower.squares + upper.squares) / all.squares);
}

}  // namespace flipscope
