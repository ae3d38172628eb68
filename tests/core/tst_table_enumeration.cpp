#include "core/analyse/table_enumeration.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the probability of a table is the hypergeometric one") {
    // 3,0;0,3: 3!^4 / (6! 3! 3!) = 1 / 20.
    const Contingency table{{3, 3}, {3, 3}, {3, 0, 0, 3}};
    CHECK(std::exp(logTableProbability(table, LogFactorials(6))) == doctest::Approx(0.05));
}

TEST_CASE("tables that differ by an exchange of equal blocks are visited once") {
    // Five blocks of two against 2:8. Two of one block, or one of two blocks.
    Contingency table{{2, 2, 2, 2, 2}, {2, 8}, {2, 0, 0, 2, 0, 2, 0, 2, 0, 2}};
    const auto tail = exactTail(table, 100);
    REQUIRE(tail);
    CHECK(tail->tables == 2);
    // 5 of the 45 labelings take a whole block, 40 two halves: each of the 5 has 1/45, each of the 10 halves 4/45.
    CHECK(tail->p == doctest::Approx(5.0 / 45.0));
    CHECK(tail->pMin == doctest::Approx(5.0 / 45.0));
}

TEST_CASE("p and the smallest p equal those of all labelings") {
    SeededRandom random(11);
    for (int round = 0; round < 400; ++round) {
        const std::size_t n = 3 + static_cast<std::size_t>(test::pick(random, 6));
        const auto labels = test::randomLabels(random, n, round % 3 == 0 ? 3 : 2);
        const auto block = test::randomIds(random, n, 1 + test::pick(random, 5));
        const test::AllLabelings all(labels);
        const auto tail = exactTail(tabulate(block, labels), 1'000'000);
        REQUIRE(tail);
        CHECK(tail->p == doctest::Approx(all.observedP(block)));
        CHECK(tail->pMin == doctest::Approx(all.smallestP(block)));
    }
}

TEST_CASE("dynamic programming finds the same smallest p") {
    SeededRandom random(12);
    for (int round = 0; round < 300; ++round) {
        const std::size_t n = 4 + static_cast<std::size_t>(test::pick(random, 25));
        const auto labels = test::randomLabels(random, n, 2);
        const Contingency table = tabulate(test::randomIds(random, n, 2 + test::pick(random, 6)), labels);
        const auto tail = exactTail(table, 1'000'000);
        const auto smallest = smallestPOfTwoGroups(table);
        REQUIRE(tail);
        REQUIRE(smallest);
        CHECK(*smallest == doctest::Approx(tail->pMin));
    }
    CHECK_FALSE(smallestPOfTwoGroups(Contingency{{1, 2}, {1, 1, 1}, {1, 0, 0, 0, 1, 1}}));
}

TEST_CASE("too many tables are given up, however they are shaped") {
    const auto wide = [](std::size_t blocks, std::size_t size, std::size_t groups) {
        std::vector<int> block, group;
        for (std::size_t run = 0; run < blocks * size; ++run) {
            block.push_back(static_cast<int>(run % blocks));
            group.push_back(static_cast<int>(run / blocks * groups / size));
        }
        block[0] = 1;  // unequal sizes
        return tabulate(block, group);
    };
    CHECK_FALSE(exactTail(wide(6, 200, 2), 100'000));
    CHECK_FALSE(exactTail(wide(20, 50, 4), 100'000));
    CHECK_FALSE(exactTail(wide(100, 10, 10), 100'000));
    CHECK_FALSE(exactTail(wide(400, 3, 100), 100'000));
}

TEST_CASE("margins that leave one probability only give p = 1 at once") {
    std::vector<int> own(2'000), halves(2'000);
    for (std::size_t run = 0; run < own.size(); ++run) {
        own[run] = static_cast<int>(run);
        halves[run] = static_cast<int>(run % 2);
    }
    CHECK(exactTail(tabulate(own, halves), 10)->p == 1.0);
    CHECK(exactTail(tabulate(halves, own), 10)->p == 1.0);
    CHECK(exactTail(Contingency{}, 10)->p == 1.0);
}
