#include "core/analyse/flip_groups.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

namespace {

std::vector<FlipGroup> groupsOf(const Dataset& dataset) {
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    std::vector<KeyVerdict> verdicts;
    for (std::uint32_t i = 0; i < matrix.keyCount; ++i)
        verdicts.push_back(judgeKey(dataset, matrix, {i}));
    return findFlipGroups(matrix, verdicts);
}

}  // namespace

TEST_CASE("keys that split the runs equally are one group, whatever their winners are called") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, 1, 1}, {2, 2, 2, 2}, {5, 5, 3, 3}, {0, 1, 0, 1}, {1, 1, 0, 0}});
    const auto groups = groupsOf(builder.take());
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].keys == std::vector<KeyIndex>{{0}, {2}, {4}});
    CHECK(groups[0].blockOfColumn == std::vector<int>{0, 0, 1, 1});
    CHECK(groups[0].blocks == 2);
    CHECK(groups[1].keys == std::vector<KeyIndex>{{3}});
}

TEST_CASE("the runs without a winner are part of the pattern") {
    DatasetBuilder builder;
    builder.addWinners({{0, -1, 1, 1}, {2, 2, 3, 3}, {7, -1, 4, 4}, {-1, 0, 1, 1}});
    const auto groups = groupsOf(builder.take());
    REQUIRE(groups.size() == 3);
    CHECK(groups[0].keys == std::vector<KeyIndex>{{0}, {2}});
    CHECK(groups[0].blockOfColumn == std::vector<int>{0, -1, 1, 1});
}

TEST_CASE("a winner of another candidate set counts as no winner") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3), other = builder.addSet(4);
    const auto first = builder.addKey("first"), second = builder.addKey("second");
    for (int i = 0; i < 4; ++i) {
        const auto run = builder.addRun("run" + std::to_string(i));
        builder.decide(run, first, i == 3 ? other : set, i == 0 ? 0U : 1U);
        if (i != 3) builder.decide(run, second, set, i == 0 ? 2U : 0U);
    }
    const auto groups = groupsOf(builder.take());
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].keys.size() == 2);
    CHECK(groups[0].blockOfColumn == std::vector<int>{0, 1, 1, -1});
}

TEST_CASE("without flips there is no group") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0}, {1, -1}});
    CHECK(groupsOf(builder.take()).empty());
}
