#include "core/analyse/contingency.h"
#include "core/analyse/separating_labelings.h"
#include "core/analyse/table_enumeration.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// A table of two groups from its rows.
Contingency rows(const std::vector<std::pair<std::size_t, std::size_t>>& cells) {
    Contingency table;
    table.groupSizes = {0, 0};
    for (const auto& [a, b] : cells) {
        table.blockSizes.push_back(a + b);
        table.groupSizes[0] += a;
        table.groupSizes[1] += b;
        table.counts.insert(table.counts.end(), {a, b});
    }
    return table;
}

ExactTail tailOf(const Contingency& table) {
    const auto tail = exactTail(table, 1'000'000);
    REQUIRE(tail);
    return *tail;
}

}  // namespace

TEST_CASE("runs without block or group are left out, and nothing empty is kept") {
    const Contingency table = tabulate({7, 7, -1, 3, 7, 3}, {2, 0, 0, 2, -1, 2});
    CHECK(table.blockSizes == std::vector<std::size_t>{2, 2});  // block 3, block 7
    CHECK(table.groupSizes == std::vector<std::size_t>{1, 3});  // group 0, group 2
    CHECK(table.counts == std::vector<std::size_t>{0, 2, 1, 1});
    CHECK(table.runs() == 4);
    CHECK(tabulate({}, {}).runs() == 0);
    CHECK(tabulate({1, 2, 3}, {0}).runs() == 1);
}

TEST_CASE("3,0;0,3 has p = 2/20") {
    CHECK(tailOf(rows({{3, 0}, {0, 3}})).p == doctest::Approx(0.1));
}

TEST_CASE("Fisher's tea: 3,1;1,3 has p = 34/70") {
    // Tables with 0…4 in the first cell: 1, 16, 36, 16, 1 of 70. All but the middle one are no more probable.
    CHECK(tailOf(rows({{3, 1}, {1, 3}})).p == doctest::Approx(34.0 / 70.0));
}

TEST_CASE("4 against 2 runs in two blocks: p = 1/15 = pMin") {
    const Contingency table = rows({{4, 0}, {0, 2}});
    CHECK(tailOf(table).p == doctest::Approx(1.0 / 15.0));
    CHECK(tailOf(table).pMin == doctest::Approx(1.0 / 15.0));
    CHECK(separates(table));
    CHECK(cramersV(table) == doctest::Approx(1.0));
}

TEST_CASE("blocks of 2 and 4 against 3:3: tables 0, 1, 2 of 4, 12, 4 in 20") {
    const Contingency table = rows({{1, 1}, {2, 2}});
    CHECK(tailOf(table).p == doctest::Approx(1.0));
    CHECK(tailOf(table).pMin == doctest::Approx(8.0 / 20.0));
    CHECK_FALSE(separates(table));
    CHECK(cramersV(table) == doctest::Approx(0.0));
}

TEST_CASE("Freeman-Halton equals the count over all labelings, two to four groups") {
    SeededRandom random(31);
    for (int round = 0; round < 300; ++round) {
        const std::size_t n = 3 + static_cast<std::size_t>(test::pick(random, 5));
        const auto labels = test::randomLabels(random, n, 2 + round % 3);
        const auto block = test::randomIds(random, n, 1 + test::pick(random, 5));
        const test::AllLabelings all(labels);
        const Contingency table = tabulate(block, labels);
        CHECK(tailOf(table).p == doctest::Approx(all.observedP(block)));
        CHECK(tailOf(table).pMin == doctest::Approx(all.smallestP(block)));
        CHECK(separates(table) == test::AllLabelings::separates(block, labels));
        const double share = separatingShare(table.blockSizes, 0, table.groupSizes);
        CHECK(share == doctest::Approx(all.separatingShare(block)));
    }
}

TEST_CASE("Cramér's V is the root of chi-square over n times the smaller dimension less one") {
    // 8,2;4,6: expected 6,4;6,4, chi-square = 4/6 + 4/4 + 4/6 + 4/4 = 10/3.
    CHECK(cramersV(rows({{8, 2}, {4, 6}})) == doctest::Approx(std::sqrt(10.0 / 3.0 / 20.0)));
    CHECK(cramersV(Contingency{}) == 0.0);
    CHECK(cramersV(rows({{2, 3}})) == 0.0);
}

TEST_CASE("the smallest p of two groups is exact, of more groups it is an upper bound by seeded labelings") {
    const auto table = rows({{9, 3}, {5, 8}, {2, 6}, {4, 3}});
    CHECK(smallestAttainableP(table).p == doctest::Approx(tailOf(table).pMin));
    CHECK(smallestAttainableP(table).exact);
    const Contingency three = tabulate({0, 0, 0, 0, 1, 1, 1, 2, 2, 2}, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0});
    const PValue bound = smallestAttainableP(three);
    CHECK_FALSE(bound.exact);
    REQUIRE(bound.interval);
    CHECK(bound.interval->second >= tailOf(three).pMin);
    // Three pairs against three groups of two: only whole blocks, 3! of the 90 labelings, are as improbable.
    const Contingency pairs = tabulate({0, 0, 1, 1, 2, 2}, {0, 1, 2, 0, 1, 2});
    const PValue separated = smallestAttainableP(pairs);
    REQUIRE(separated.interval);
    CHECK(separated.interval->first < 6.0 / 90.0);
    CHECK(6.0 / 90.0 < separated.interval->second);
    CHECK(separated.p == smallestAttainableP(pairs).p);
}

TEST_CASE("no table, one block or one group: p = 1, nothing separates, nothing by chance") {
    for (const Contingency& table : {Contingency{}, tabulate({0, 0, 0}, {0, 1, 1}), tabulate({0, 1, 1}, {0, 0, 0})}) {
        CHECK(tailOf(table).p == 1.0);
        CHECK(smallestAttainableP(table).p == 1.0);
        CHECK_FALSE(separates(table));
        CHECK(separatingShare(table.blockSizes, 0, table.groupSizes) == 0.0);
        CHECK(cramersV(table) == 0.0);
    }
}

TEST_CASE("a label of its own for each of 1,200 runs ends at once") {
    std::vector<int> block(1'200), group(1'200);
    for (std::size_t run = 0; run < block.size(); ++run) {
        block[run] = static_cast<int>(run % 7);
        group[run] = static_cast<int>(run);
    }
    const Contingency table = tabulate(block, group);
    CHECK(tailOf(table).p == 1.0);
    CHECK(smallestAttainableP(table).p == 1.0);
    CHECK(separatingShare(table.blockSizes, 0, table.groupSizes) == 0.0);
}
