#include "core/analyse/largest_gap.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::pair<double, double> gapOf(const std::vector<double>& sorted) {
    const auto gap = largestGap(sorted);
    return gap ? std::pair(gap->below, gap->above) : std::pair(0.0, 0.0);
}

}  // namespace

TEST_CASE("the gap is relative to the larger neighbour") {
    // 1 -> 2 is a half, 100 -> 150 is a third although it is wider.
    CHECK(gapOf({1, 2, 100, 150}) == std::pair(2.0, 100.0));
    CHECK(gapOf({1, 2, 2.9}) == std::pair(1.0, 2.0));
    CHECK(gapOf({7.0640, 7.0641, 7.0661, 7.0662}) == std::pair(7.0641, 7.0661));
}

TEST_CASE("signs and zero: crossing zero is a larger gap than any on one side") {
    CHECK(gapOf({-2, -1, 1, 50}) == std::pair(-1.0, 1.0));
    CHECK(gapOf({-50, -2, -1.9}) == std::pair(-50.0, -2.0));
    CHECK(gapOf({0, 0, 0.5, 0.6}) == std::pair(0.0, 0.5));
}

TEST_CASE("the sign of a rounded zero splits nothing") {
    CHECK(gapOf({-1e-17, 1e-17, 5, 6}) == std::pair(1e-17, 5.0));
}

TEST_CASE("equal relative gaps: the wider one, then the lower one") {
    CHECK(gapOf({1, 2, 4}) == std::pair(2.0, 4.0));
    CHECK(gapOf({-1, 0, 1}) == std::pair(-1.0, 0.0));
}

TEST_CASE("without two different numbers there is no gap") {
    CHECK_FALSE(largestGap({}).has_value());
    CHECK_FALSE(largestGap({3}).has_value());
    CHECK_FALSE(largestGap({3, 3, 3}).has_value());
}

TEST_CASE("a gap stands out when it is wider than three times both sides") {
    CHECK(largestGap({1, 1.1, 5, 5.1})->standsOut);
    CHECK_FALSE(largestGap({1, 1.5, 2.2, 2.5})->standsOut);
    CHECK(largestGap({1, 2})->standsOut);
    CHECK(largestGap({1, 1.1, 5, 5.3})->widestSide == doctest::Approx(0.3));
}

TEST_CASE("the largest doubles do not overflow") {
    const double most = std::numeric_limits<double>::max();
    CHECK(gapOf({-most, -most / 2, most}) == std::pair(-most / 2, most));
    CHECK(splitClarity({-most, -most, most, most}, 0) == 1.0);
}

TEST_CASE("clarity is one for tight groups and zero for evenly spread numbers") {
    CHECK(splitClarity({1, 1, 5, 5}, 3) == 1.0);
    CHECK(splitClarity({0, 1, 2, 3, 4, 5, 6, 7}, 3.5) == doctest::Approx(1 - 4 * 10.0 / 42.0));
    CHECK(splitClarity({0, 1, 2, 3, 4, 5, 6, 7}, 0.5) == 0.0);
    CHECK(splitClarity({1, 2}, 5) == 0.0);
    CHECK(splitClarity({0, 0}, 0) == 0.0);
    CHECK(splitClarity({}, 0) == 0.0);
}
