#include "core/analyse/mann_kendall.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Trend trendOf(const std::vector<std::int64_t>& series) {
    std::vector<std::int64_t> scratch;
    return mannKendall(series, scratch);
}

std::int64_t slowS(const std::vector<std::int64_t>& series) {
    std::int64_t s = 0;
    for (std::size_t j = 0; j < series.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i)
            s += (series[j] > series[i]) - (series[j] < series[i]);
    }
    return s;
}

// By trying every order.
double slowExactP(std::vector<std::int64_t> series) {
    const std::int64_t observed = std::abs(slowS(series));
    std::sort(series.begin(), series.end());
    double asExtreme = 0, all = 0;
    do {
        ++all;
        if (std::abs(slowS(series)) >= observed) ++asExtreme;
    } while (std::next_permutation(series.begin(), series.end()));
    return asExtreme / all;
}

}  // namespace

TEST_CASE("a series that always rises is as unlikely as two orders among all") {
    CHECK(trendOf({1, 2, 3, 4, 5}).s == 10);
    CHECK(trendOf({1, 2, 3, 4, 5}).p == doctest::Approx(2.0 / 120.0));
    CHECK(trendOf({4, 3, 2, 1}).s == -6);
    CHECK(trendOf({4, 3, 2, 1}).p == doctest::Approx(2.0 / 24.0));
}

TEST_CASE("short series are exact, with ties too") {
    for (const std::vector<std::int64_t>& series : {std::vector<std::int64_t>{1, 1, 2},
                                                    {3, 1, 2, 5, 4},
                                                    {2, 2, 1, 1, 3},
                                                    {5, 5, 5, 5},
                                                    {1, 2, 2, 3, 3, 3, 9},
                                                    {9, 8, 8, 7, 7, 1, 2}}) {
        CHECK(trendOf(series).s == slowS(series));
        CHECK(trendOf(series).p == doctest::Approx(slowExactP(series)));
    }
    CHECK(exactTrendP(2, {2, 1}) == doctest::Approx(2.0 / 3.0));
}

TEST_CASE("longer series use the normal approximation with tie and continuity correction") {
    // S = 45, variance 10 * 9 * 25 / 18 = 125, z = 44 / sqrt(125)
    CHECK(trendOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).p == doctest::Approx(std::erfc(44 / std::sqrt(250.0))));
    // two groups of five ties: S = 25, variance (2250 - 2 * 5 * 4 * 15) / 18
    CHECK(trendOf({1, 1, 1, 1, 1, 2, 2, 2, 2, 2}).s == 25);
    CHECK(trendOf({1, 1, 1, 1, 1, 2, 2, 2, 2, 2}).p ==
          doctest::Approx(std::erfc(24 / std::sqrt(2.0 * (2250.0 - 600.0) / 18.0))));
}

TEST_CASE("counting pairs while sorting agrees with counting them one by one") {
    std::vector<std::int64_t> series;
    std::uint32_t state = 7;
    for (int i = 0; i < 500; ++i) {
        state = state * 1664525U + 1013904223U;
        series.push_back(static_cast<std::int64_t>(state >> 26U));
    }
    CHECK(trendOf(series).s == slowS(series));
}

TEST_CASE("no order, no trend") {
    CHECK(trendOf({}).p == 1.0);
    CHECK(trendOf({3}).p == 1.0);
    CHECK(trendOf(std::vector<std::int64_t>(40, 7)).p == 1.0);
    CHECK(trendOf({5, 5, 5}).p == 1.0);
}
