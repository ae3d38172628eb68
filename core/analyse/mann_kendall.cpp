#include "core/analyse/mann_kendall.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace flipscope {

namespace {

constexpr std::size_t kNormalFrom = 10;

// Sorts runs of this length in place, then merges pairs of them: few unpredictable branches, since timings are noise.
constexpr std::size_t kSortedRun = 8;

std::int64_t insertionSortCounting(std::span<std::int64_t> values) {
    std::int64_t inversions = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const std::int64_t value = values[i];
        std::size_t at = i;
        for (; at > 0 && values[at - 1] > value; --at)
            values[at] = values[at - 1];
        inversions += static_cast<std::int64_t>(i - at);
        values[at] = value;
    }
    return inversions;
}

std::int64_t mergeCounting(std::span<const std::int64_t> left, std::span<const std::int64_t> right, std::int64_t* out) {
    std::int64_t inversions = 0;
    std::size_t i = 0, j = 0;
    while (i < left.size() && j < right.size()) {
        const bool takeRight = right[j] < left[i];
        *out++ = takeRight ? right[j] : left[i];
        inversions += takeRight ? static_cast<std::int64_t>(left.size() - i) : 0;
        j += takeRight ? 1 : 0;
        i += takeRight ? 0 : 1;
    }
    out = std::copy(left.begin() + static_cast<std::ptrdiff_t>(i), left.end(), out);
    std::copy(right.begin() + static_cast<std::ptrdiff_t>(j), right.end(), out);
    return inversions;
}

// Merge sort that counts the pairs standing in falling order. buffer is as long; returns where the sorted values are.
std::span<std::int64_t> sortCountingInversions(std::span<std::int64_t> values, std::span<std::int64_t> buffer,
                                               std::int64_t& inversions) {
    const std::size_t n = values.size();
    const auto part = [n](std::span<std::int64_t> of, std::size_t begin, std::size_t length) {
        return begin < n ? of.subspan(begin, std::min(length, n - begin)) : of.last(0);
    };
    for (std::size_t begin = 0; begin < n; begin += kSortedRun) {
        inversions += insertionSortCounting(part(values, begin, kSortedRun));
    }
    for (std::size_t length = kSortedRun; length < n; length *= 2) {
        for (std::size_t begin = 0; begin < n; begin += 2 * length) {
            inversions +=
                mergeCounting(part(values, begin, length), part(values, begin + length, length), buffer.data() + begin);
        }
        std::swap(values, buffer);
    }
    return values;
}

std::vector<std::size_t> tieSizesOf(std::span<const std::int64_t> sorted) {
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i == 0 || sorted[i] != sorted[i - 1]) sizes.push_back(0);
        ++sizes.back();
    }
    return sizes;
}

std::int64_t pairsOf(std::size_t n) {
    return static_cast<std::int64_t>(n * (n - 1) / 2);
}

double normalTrendP(std::int64_t s, std::size_t n, const std::vector<std::size_t>& tieSizes) {
    const auto term = [](double t) { return t * (t - 1.0) * (2.0 * t + 5.0); };
    double variance = term(static_cast<double>(n));
    for (const std::size_t size : tieSizes)
        variance -= term(static_cast<double>(size));
    variance /= 18.0;
    if (s == 0 || variance <= 0.0) return 1.0;
    const double z = (std::abs(static_cast<double>(s)) - 1.0) / std::sqrt(variance);
    return std::erfc(z / std::sqrt(2.0));
}

using Polynomial = std::vector<double>;

// times (1 + q + … + q^(size-1))
Polynomial timesGeometric(const Polynomial& factor, std::size_t size) {
    Polynomial product(factor.size() + size - 1, 0.0);
    for (std::size_t i = 0; i < factor.size(); ++i) {
        for (std::size_t j = 0; j < size; ++j)
            product[i + j] += factor[i];
    }
    return product;
}

// exactly divided by (1 + q + … + q^(size-1))
Polynomial overGeometric(Polynomial dividend, std::size_t size) {
    Polynomial quotient(dividend.size() - size + 1, 0.0);
    for (std::size_t i = 0; i < quotient.size(); ++i) {
        quotient[i] = dividend[i];
        for (std::size_t j = 0; j < size; ++j)
            dividend[i + j] -= quotient[i];
    }
    return quotient;
}

}  // namespace

double exactTrendP(std::int64_t s, const std::vector<std::size_t>& tieSizes) {
    const std::size_t n = std::accumulate(tieSizes.begin(), tieSizes.end(), std::size_t{0});
    Polynomial inversions = {1.0};
    for (std::size_t i = 2; i <= n; ++i)
        inversions = timesGeometric(inversions, i);
    for (const std::size_t size : tieSizes) {
        for (std::size_t i = 2; i <= size; ++i)
            inversions = overGeometric(std::move(inversions), i);
    }
    // With d falling of the untied pairs, S = untied - 2 d.
    const auto untied = static_cast<std::int64_t>(inversions.size()) - 1;
    double asExtreme = 0.0, all = 0.0;
    for (std::size_t falling = 0; falling < inversions.size(); ++falling) {
        all += inversions[falling];
        if (std::abs(untied - 2 * static_cast<std::int64_t>(falling)) >= std::abs(s)) asExtreme += inversions[falling];
    }
    return asExtreme / all;
}

Trend mannKendall(std::span<const std::int64_t> series, std::vector<std::int64_t>& scratch) {
    const std::size_t n = series.size();
    if (n < 2) return {};
    scratch.assign(series.begin(), series.end());
    scratch.resize(2 * n);
    std::int64_t falling = 0;
    const std::span<std::int64_t> sorted =
        sortCountingInversions(std::span(scratch).first(n), std::span(scratch).subspan(n), falling);
    const std::vector<std::size_t> tieSizes = tieSizesOf(sorted);
    std::int64_t tied = 0;
    for (const std::size_t size : tieSizes)
        tied += pairsOf(size);
    Trend trend;
    trend.s = pairsOf(n) - tied - 2 * falling;
    trend.p = n < kNormalFrom ? exactTrendP(trend.s, tieSizes) : normalTrendP(trend.s, n, tieSizes);
    return trend;
}

}  // namespace flipscope
