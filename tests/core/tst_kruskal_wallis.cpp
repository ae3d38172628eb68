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

double pByAllLabelings(std::vector<int> block, const std::vector<double>& value, int blocks) {
    const double observed = kruskalWallisH(block, value, blocks);
    std::sort(block.begin(), block.end());
    double hits = 0.0, all = 0.0;
    do {
        all += 1.0;
        if (kruskalWallisH(block, value, blocks) >= observed - 1e-9) hits += 1.0;
    } while (std::next_permutation(block.begin(), block.end()));
    return hits / all;
}

}  // namespace

TEST_CASE("three low against three high values: 2 of the 20 labelings are as far apart") {
    const PValue value = kruskalWallis({0, 0, 0, 1, 1, 1}, {1, 2, 3, 7, 8, 9});
    CHECK(value.p == doctest::Approx(0.1));
    CHECK(value.exact);
}

TEST_CASE("p equals that of H over all labelings, ties included") {
    SeededRandom random(5);
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 4 + static_cast<std::size_t>(test::pick(random, 4));
        const auto block = test::randomLabels(random, n, 3);
        std::vector<double> value(n);
        for (double& v : value)
            v = test::pick(random, 5);
        CHECK(kruskalWallis(block, value).p == doctest::Approx(pByAllLabelings(block, value, 3)));
    }
}

TEST_CASE("runs without block or with NaN are left out, infinities rank last") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(kruskalWallis({0, 0, 0, 1, 1, 1, -1, 0}, {1, 2, 3, 7, 8, infinity, 0, nan}).p == doctest::Approx(0.1));
}

TEST_CASE("nothing to compare gives p = 1") {
    CHECK(kruskalWallis({}, {}).p == 1.0);
    CHECK(kruskalWallis({0, 0}, {1, 2}).p == 1.0);
    CHECK(kruskalWallis({0, 1, 2}, {1, 2, 3}).p == 1.0);
    CHECK(kruskalWallis({0, 0, 1, 1}, {4, 4, 4, 4}).p == doctest::Approx(1.0));
    CHECK(kruskalWallis({0, 0, 1, 1}, std::vector<double>(4, std::nan(""))).p == 1.0);
}

TEST_CASE("many runs are permuted, reproducibly, with an interval") {
    std::vector<int> block(60);
    std::vector<double> value(60);
    for (std::size_t i = 0; i < 60; ++i) {
        block[i] = static_cast<int>(i % 3);
        value[i] = static_cast<double>(i * i % 17);
    }
    const PValue a = kruskalWallis(block, value, 2'000, 9), b = kruskalWallis(block, value, 2'000, 9);
    CHECK_FALSE(a.exact);
    REQUIRE(a.interval);
    CHECK(a.p == b.p);
    CHECK(a.interval->first <= a.p);
    CHECK(a.p <= a.interval->second);
    for (std::size_t i = 0; i < 60; ++i)
        value[i] = block[i] * 100.0 + static_cast<double>(i);
    CHECK(kruskalWallis(block, value, 2'000, 9).p == doctest::Approx(1.0 / 2'001));
}
