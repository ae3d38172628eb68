#include "core/analyse/contingency.h"
#include "core/analyse/separating_labelings.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <numeric>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("blocks of 4 and 2 separate 4 against 2 in one of 15 labelings") {
    CHECK(separatingShare({4, 2}, 0, {4, 2}) == doctest::Approx(1.0 / 15.0));
}

TEST_CASE("blocks of 4, 1 and 1 separate 4 against 2 in one of 15 labelings, blocks of 3, 1, 1, 1 in three") {
    CHECK(separatingShare({4, 1, 1}, 0, {4, 2}) == doctest::Approx(1.0 / 15.0));
    // The group of two takes two of the three single runs.
    CHECK(separatingShare({3, 1, 1, 1}, 0, {4, 2}) == doctest::Approx(3.0 / 15.0));
}

TEST_CASE("blocks that do not add up to a group never separate") {
    CHECK(separatingShare({3, 3}, 0, {4, 2}) == 0.0);
    CHECK(separatingShare({5, 1}, 0, {4, 2}) == 0.0);
}

TEST_CASE("a winner of its own for every run separates always") {
    CHECK(separatingShare({1, 1, 1, 1}, 0, {2, 2}) == doctest::Approx(1.0));
    CHECK(separatingShare({1, 1, 1, 1}, 0, {1, 1, 2}) == doctest::Approx(1.0));
}

TEST_CASE("three groups: blocks of 2, 2, 2 against 2:2:2 in 3! of 90 labelings") {
    CHECK(separatingShare({2, 2, 2}, 0, {2, 2, 2}) == doctest::Approx(6.0 / 90.0));
}

TEST_CASE("a run without winner takes any label, but one group alone is no separation") {
    // Blocks of 1 and 1, one run without winner, 1:2. Of the three labelings, the one that gives the odd label to the
    // run without winner leaves both blocks in one group.
    CHECK(separatingShare({1, 1}, 1, {1, 2}) == doctest::Approx(2.0 / 3.0));
}

TEST_CASE("one block or one group cannot separate") {
    CHECK(separatingShare({6}, 0, {4, 2}) == 0.0);
    CHECK(separatingShare({4, 2}, 0, {6}) == 0.0);
    CHECK(separatingShare({4, 2, 0}, 0, {6, 0}) == 0.0);
    CHECK(separatingShare({}, 0, {}) == 0.0);
}

TEST_CASE("the share equals that of all labelings, with and without missing winners, two to four groups") {
    SeededRandom random(21);
    for (int round = 0; round < 500; ++round) {
        const std::size_t n = 3 + static_cast<std::size_t>(test::pick(random, 5));
        const auto labels = test::randomLabels(random, n, 2 + round % 3);
        const auto block = test::randomIds(random, n, 1 + test::pick(random, 5), round % 2 == 0 ? 4 : 0);
        std::vector<std::size_t> groupSizes(4, 0), blockSizes(5, 0);
        std::size_t blockless = 0;
        for (const int label : labels)
            ++groupSizes[static_cast<std::size_t>(label)];
        for (const int id : block)
            id < 0 ? ++blockless : ++blockSizes[static_cast<std::size_t>(id)];
        std::erase(groupSizes, 0U);
        std::erase(blockSizes, 0U);
        CHECK(separatingShare(blockSizes, blockless, groupSizes) ==
              doctest::Approx(test::AllLabelings(labels).separatingShare(block)));
    }
}

TEST_CASE("many runs: exact where the share matters, zero where it is below 1e-9") {
    CHECK(separatingShare({500, 500}, 0, {500, 500}) == 0.0);
    // 998 single runs and a pair: the pair is of one group with probability (500 * 499 * 2) / (1000 * 999).
    std::vector<std::size_t> blocks(998, 1);
    blocks.push_back(2);
    CHECK(separatingShare(blocks, 0, {500, 500}) == doctest::Approx(2.0 * 500 * 499 / (1000.0 * 999)));
    // The same with ten groups of a hundred.
    CHECK(separatingShare(blocks, 0, std::vector<std::size_t>(10, 100)) == doctest::Approx(99.0 / 999));
    // A winner and a label of its own for nearly every run.
    CHECK(separatingShare(blocks, 0, std::vector<std::size_t>(1'000, 1)) == 0.0);
}

TEST_CASE("hundreds of pairs against many groups end quickly") {
    const std::vector<std::size_t> pairs(500, 2);
    CHECK(separatingShare(pairs, 0, std::vector<std::size_t>(10, 100)) == 0.0);
    CHECK(separatingShare(pairs, 0, {996, 1, 1, 1, 1}) == 0.0);
    // The two runs of the small group are one of the 500 pairs, of C(1000, 2) choices.
    CHECK(separatingShare(pairs, 0, {998, 2}) == doctest::Approx(500.0 / 499'500.0));
}
