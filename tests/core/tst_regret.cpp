#include "core/analyse/run_comparison.h"
#include "tests/support/dataset_builder.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

namespace {

std::vector<RunRegret> regretOf(const Dataset& dataset) {
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    std::vector<KeyVerdict> verdicts;
    for (std::uint32_t i = 0; i < matrix.keyCount; ++i)
        verdicts.push_back(judgeKey(dataset, matrix, {i}));
    return computeRegret(dataset, matrix, verdicts);
}

}  // namespace

TEST_CASE("a run's regret is what its choices cost against the best known medians") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto first = builder.addKey("first"), second = builder.addKey("second");
    const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2"), run3 = builder.addRun("run3");
    // medians of medians: first 100, 130; second 50, 40
    builder.decide(run1, first, set, 0, {{0, 90}, {1, 130}});
    builder.decide(run2, first, set, 1, {{0, 100}, {1, 95}});
    builder.decide(run3, first, set, 0, {{0, 110}, {1, 140}});
    builder.decide(run1, second, set, 0, {{0, 50}, {1, 40}});
    builder.decide(run2, second, set, 0, {{0, 50}, {1, 40}});
    const auto regret = regretOf(builder.take());
    REQUIRE(regret.size() == 3);
    CHECK(regret[0].total == Nanoseconds{10});
    CHECK(regret[0].worstKey == second);
    CHECK(regret[1].total == Nanoseconds{40});
    CHECK(regret[1].worstKey == first);
    CHECK(regret[1].worst == Nanoseconds{30});
    CHECK(regret[1].keysCounted == 2);
    CHECK(regret[2].total == Nanoseconds{0});
    CHECK_FALSE(regret[2].worstKey.has_value());
    CHECK(regret[2].keysCounted == 1);
    CHECK(regret[2].keysNotCounted == 1);
}

TEST_CASE("a candidate that few runs measured is no reference and costs nothing when chosen") {
    DatasetBuilder builder;
    const auto set = builder.addSet(2);
    const auto key = builder.addKey("k");
    for (int i = 0; i < 4; ++i)
        builder.decide(builder.addRun("run"), key, set, 0, {{0, 100}});
    builder.decide(builder.addRun("odd"), key, set, 1, {{0, 100}, {1, 20}});
    const auto regret = regretOf(builder.take());
    CHECK(regret[0].total == Nanoseconds{0});
    CHECK(regret[4].total == Nanoseconds{0});
    CHECK(regret[4].keysCounted == 1);
}

TEST_CASE("absurd times do not overflow the sum") {
    DatasetBuilder builder;
    const auto set = builder.addSet(2);
    const auto run = builder.addRun("run1");
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 3; ++i)
        builder.decide(run, builder.addKey("k"), set, 1, {{0, 0}, {1, kHuge}});
    CHECK(regretOf(builder.take())[0].total == Nanoseconds{kHuge});
}
