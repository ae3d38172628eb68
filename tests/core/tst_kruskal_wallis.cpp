#include "core/analyse/kruskal_wallis.h"
#include "tests/support/random_cases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// H in full, with midranks and the correction for ties, straight from the formula.
double kruskalWallisH(const std::vector<int>& block, const std::vector<double>& value, int blocks) {
    const auto n = static_cast<double>(value.size());
    double sum = 0.0, ties = 0.0;
    for (int b = 0; b < blocks; ++b) {
        double ranks = 0.0, size = 0.0;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (block[i] != b) continue;
            double below = 0.0, equal = 0.0;
            for (const double other : value) {
                below += other < value[i] ? 1.0 : 0.0;
                equal += other == value[i] ? 1.0 : 0.0;
            }
            ranks += below + (equal + 1.0) / 2.0;
            size += 1.0;
        }
        if (size > 0.0) sum += ranks * ranks / size;
    }
    for (const double a : value) {
        double equal = 0.0;
        for (const double b : value)
            equal += a == b ? 1.0 : 0.0;
        ties += equal * equal - 1.0;  // sum over tied values of t^3 - t
    }
    const double correction = 1.0 - ties / (n * n * n - n);
    return correction <= 0.0 ? 0.0 : (12.0 / (n * (n + 1.0)) * sum - 3.0 * (n + 1.0)) / correction;
}

RankTail tailByAllLabelings(std::vector<int> block, const std::vector<double>& value, int blocks) {
    const double observed = kruskalWallisH(block, value, blocks);
    std::sort(block.begin(), block.end());
    double hits = 0.0, all = 0.0, largest = -1.0, atLargest = 0.0;
    do {
        const double h = kruskalWallisH(block, value, blocks);
        all += 1.0;
        if (h >= observed - 1e-9) hits += 1.0;
        if (h > largest + 1e-9) {
            largest = h;
            atLargest = 0.0;
        }
        if (h >= largest - 1e-9) atLargest += 1.0;
    } while (std::next_permutation(block.begin(), block.end()));
    return {hits / all, atLargest / all};
}

RankTail exact(const std::vector<int>& block, const std::vector<double>& value) {
    const auto tail = exactKruskalWallis(block, value, 1'000'000);
    REQUIRE(tail);
    return *tail;
}

}  // namespace

TEST_CASE("three low against three high values: 2 of the 20 labelings are as far apart, and none further") {
    const RankTail tail = exact({0, 0, 0, 1, 1, 1}, {1, 2, 3, 7, 8, 9});
    CHECK(tail.p == doctest::Approx(0.1));
    CHECK(tail.pMin == doctest::Approx(0.1));
    CHECK(exact({0, 1, 0, 1, 0, 1}, {1, 2, 3, 7, 8, 9}).pMin == doctest::Approx(0.1));
}

TEST_CASE("p and the smallest p equal those of H over all labelings, ties included") {
    SeededRandom random(5);
    for (int round = 0; round < 60; ++round) {
        const std::size_t n = 4 + static_cast<std::size_t>(test::pick(random, 4));
        const auto block = test::randomLabels(random, n, 3);
        std::vector<double> value(n);
        for (double& v : value)
            v = test::pick(random, 5);
        const RankTail tail = exact(block, value), expected = tailByAllLabelings(block, value, 3);
        CHECK(tail.p == doctest::Approx(expected.p));
        CHECK(tail.pMin == doctest::Approx(expected.pMin));
    }
}

TEST_CASE("runs without block are left out, infinities rank last and nan behind them") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(exact({0, 0, 0, 1, 1, 1, -1}, {1, 2, 3, 7, infinity, nan, 0}).p == doctest::Approx(0.1));
    CHECK(exact({0, 0, 0, 1, 1, 1}, {1, 2, nan, 7, 8, infinity}).p ==
          doctest::Approx(exact({0, 0, 0, 1, 1, 1}, {1, 2, 6, 3, 4, 5}).p));
}

TEST_CASE("nothing to compare gives p = 1") {
    CHECK(exact({}, {}).p == 1.0);
    CHECK(exact({0, 0}, {1, 2}).p == 1.0);
    CHECK(exact({0, 1, 2}, {1, 2, 3}).p == 1.0);
    CHECK(exact({0, 0, 1, 1}, {4, 4, 4, 4}).p == doctest::Approx(1.0));
}

TEST_CASE("more labelings than allowed are not walked") {
    CHECK_FALSE(exactKruskalWallis({0, 0, 0, 1, 1, 1}, {1, 2, 3, 7, 8, 9}, 19));
    CHECK(exactKruskalWallis({0, 0, 0, 1, 1, 1}, {1, 2, 3, 7, 8, 9}, 20));
}
