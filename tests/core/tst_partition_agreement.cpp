#include "core/analyse/partition_agreement.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

using Blocks = std::vector<int>;

TEST_CASE("equal partitions have equal numbers") {
    CHECK(canonicalPartition({7, 3, 7, -1, 0}) == Blocks{0, 1, 0, -1, 2});
    CHECK(canonicalPartition({}).empty());
}

TEST_CASE("the adjusted Rand index is one for equal, zero for independent partitions") {
    CHECK(adjustedRandIndex({0, 0, 1, 1}, {1, 1, 0, 0}) == doctest::Approx(1));
    // By hand: pairs together in both 0, expected 2*2/6, largest 2: (0 - 2/3) / (2 - 2/3).
    CHECK(adjustedRandIndex({0, 0, 1, 1}, {0, 1, 0, 1}) == doctest::Approx(-0.5));
    CHECK(adjustedRandIndex({0, 0, 1, 1, -1}, {0, 0, 1, -1, 1}) == doctest::Approx(1));
    CHECK(adjustedRandIndex({0, 1, 2}, {0, 1, 2}) == 0.0);
    CHECK(adjustedRandIndex({}, {}) == 0.0);
    CHECK(adjustedRandIndex({-1, -1}, {0, 1}) == 0.0);
}

TEST_CASE("many blocks give the same index as few") {
    Blocks fine(400);
    for (std::size_t i = 0; i < fine.size(); ++i)
        fine[i] = static_cast<int>(i / 2);
    CHECK(adjustedRandIndex(fine, fine) == doctest::Approx(1));
}

TEST_CASE("ranks: ties averaged, nan above all, none for missing values") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(averageRanks({5, 1, 5, nan, 9}, {true, true, true, true, false}) == std::vector<double>{2.5, 1, 2.5, 4, 0});
}

TEST_CASE("groups far apart in rank are separated, mixed ones are not") {
    Blocks groups(20);
    std::vector<double> apart(20);
    std::vector<double> mixed(20);
    for (std::size_t i = 0; i < 20; ++i) {
        groups[i] = i < 10 ? 0 : 1;
        apart[i] = static_cast<double>(i) + 1;
        mixed[i] = static_cast<double>(i < 10 ? 2 * i : 2 * (i - 10) + 1) + 1;
    }
    CHECK(rankSeparation(groups, apart) == doctest::Approx(1));
    CHECK(rankSeparation(groups, mixed) == 0.0);
    CHECK(rankSeparation({0, 1}, {1, 2}) == 0.0);  // two runs prove nothing
    CHECK(rankSeparation({}, {}) == 0.0);
}
