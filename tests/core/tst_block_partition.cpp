#include "core/analyse/block_partition.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("labelled runs keep the order of the columns, groups are numbered by size") {
    // Group 5 has three runs, group 2 one; column 1 has no label.
    const LabelledRuns runs = labelledRuns({5, -1, 2, 5, 5});
    CHECK(runs.columns == std::vector<std::size_t>{0, 2, 3, 4});
    CHECK(runs.groupSizes == std::vector<std::size_t>{1, 3});
    CHECK(runs.labels == std::vector<GroupLabel>{1, 0, 1, 1});
    CHECK(labelledRuns({-1, -1}).columns.empty());
    CHECK(labelledRuns({}).groupSizes.empty());
}

TEST_CASE("a partition numbers the blocks that labelled runs have and counts the runs without winner") {
    const LabelledRuns runs = labelledRuns({0, 0, -1, 1, 1, 1});
    const BlockPartition partition = partitionOf(runs, {3, 1, 0, -1, 3, 1});
    CHECK(partition.blockOfRun == std::vector<int>{0, 1, -1, 0, 1});
    CHECK(partition.blockSizes == std::vector<std::size_t>{2, 2});
    CHECK(partition.blockless == 1);
    const Contingency table = tableOf(runs, partition);
    CHECK(table.blockSizes == std::vector<std::size_t>{2, 2});
    CHECK(table.counts == std::vector<std::size_t>{1, 1, 1, 1});
}

TEST_CASE("columns beyond the partition have no winner") {
    CHECK(partitionOf(labelledRuns({0, 1, 1}), {4}).blockless == 2);
}

TEST_CASE("a partition is trivial when no labeling changes its table") {
    const LabelledRuns runs = labelledRuns({0, 0, 1, 1});
    CHECK(partitionOf(runs, {0, 0, 0, 0}).trivial());
    CHECK(partitionOf(runs, {-1, -1, -1, -1}).trivial());
    CHECK(partitionOf(runs, {0, 1, 2, 3}).trivial());
    CHECK_FALSE(partitionOf(runs, {0, 1, 2, -1}).trivial());  // the groups among the three winners change
    CHECK_FALSE(partitionOf(runs, {0, 0, 1, 2}).trivial());
}
