#include "core/analyse/needed_runs.h"
#include "tests/support/random_cases.h"

#include <numeric>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const Contingency kFourTwo{{4, 2}, {4, 2}, {4, 0, 0, 2}};

}  // namespace

TEST_CASE("a scaled table keeps its shape and its empty cells") {
    CHECK(scaled(kFourTwo, 6).counts == kFourTwo.counts);
    CHECK(scaled(kFourTwo, 12).counts == std::vector<std::size_t>{8, 0, 0, 4});
    // Eight runs: 5.33 and 2.67.
    const Contingency eight = scaled(kFourTwo, 8);
    CHECK(eight.counts == std::vector<std::size_t>{5, 0, 0, 3});
    CHECK(eight.blockSizes == std::vector<std::size_t>{5, 3});
    CHECK(eight.groupSizes == std::vector<std::size_t>{5, 3});
}

TEST_CASE("a scaled table always has the runs asked for") {
    SeededRandom random(81);
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 3 + static_cast<std::size_t>(test::pick(random, 30));
        const Contingency table = tabulate(test::randomIds(random, n, 4), test::randomIds(random, n, 3));
        const std::size_t more = n + static_cast<std::size_t>(test::pick(random, 100));
        const Contingency larger = scaled(table, more);
        CHECK(larger.runs() == more);
        CHECK(std::accumulate(larger.counts.begin(), larger.counts.end(), std::size_t{0}) == more);
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            CHECK((table.counts[cell] == 0) == (larger.counts[cell] == 0));
        }
    }
}

TEST_CASE("one group, 4:2 separated: 7 runs as 5:2 are enough") {
    // 1/15 = 0.067 with six runs, 1/21 = 0.048 with seven (4.67 and 2.33 round to 5 and 2).
    CHECK(foreseenAdjustedP(kFourTwo, 6, 1) == doctest::Approx(1.0 / 15));
    CHECK(foreseenAdjustedP(kFourTwo, 7, 1) == doctest::Approx(1.0 / 21));
    CHECK(runsNeeded(kFourTwo, 1) == 7);
}

TEST_CASE("fifty groups: 13 runs as 9:4 give 1/715, below 1 - 0.95^(1/50) = 1/975 only with 14 as 9:5") {
    // C(13, 4) = 715, C(14, 5) = 2002.
    CHECK(runsNeeded(kFourTwo, 50) == 14);
}

TEST_CASE("more groups never need fewer runs") {
    std::size_t last = 0;
    for (const std::size_t groups : {1U, 2U, 5U, 10U, 50U, 200U, 1'000U}) {
        const auto needed = runsNeeded(kFourTwo, groups);
        REQUIRE(needed);
        CHECK(*needed >= last);
        last = *needed;
    }
}

TEST_CASE("a weaker association needs more runs, none needs too many") {
    const Contingency strong{{7, 7}, {7, 7}, {6, 1, 1, 6}}, weak{{7, 7}, {7, 7}, {5, 2, 2, 5}};
    const Contingency none{{8, 8}, {8, 8}, {4, 4, 4, 4}};
    REQUIRE(runsNeeded(strong, 20));
    REQUIRE(runsNeeded(weak, 20));
    CHECK(*runsNeeded(strong, 20) < *runsNeeded(weak, 20));
    CHECK_FALSE(runsNeeded(none, 20));
}

TEST_CASE("with more tables than are listed the chi-square approximation takes over smoothly") {
    // Five blocks against three groups of 60 runs and more.
    Contingency table{{12, 12, 12, 12, 12}, {20, 20, 20}, {6, 3, 3, 3, 6, 3, 3, 3, 6, 4, 4, 4, 4, 4, 4}};
    double last = 1.0;
    for (const std::size_t runs : {60U, 120U, 240U, 480U}) {
        const double p = foreseenAdjustedP(table, runs, 1);
        CHECK(p < last);
        CHECK(p > 0.0);
        last = p;
    }
}

TEST_CASE("winners seen less than twice on average have no shape to keep") {
    CHECK_FALSE(runsNeeded(Contingency{{1, 1, 1, 1}, {2, 2}, {1, 0, 1, 0, 0, 1, 0, 1}}, 1));
    CHECK_FALSE(runsNeeded(Contingency{}, 1));
    CHECK(foreseenAdjustedP(Contingency{}, 10, 1) == 1.0);
}
