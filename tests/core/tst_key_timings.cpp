#include "core/analyse/key_timings.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

TEST_CASE("timings are gathered by candidate and stay in run order") {
    DatasetBuilder builder;
    const auto set = builder.addSet(4);
    const auto key = builder.addKey("k");
    const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2"), run3 = builder.addRun("run3");
    builder.decide(run1, key, set, 0, {{0, 10}, {2, 30}}).failed.push_back({{1}, CandidateStatus::failed, 0});
    builder.decide(run3, key, set, 0, {{2, 31}, {0, 11}, {1, 21}});
    (void)run2;
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    KeyTimings timings;
    timings.collect(dataset, matrix, key, set);
    CHECK(timings.runs() == 2);
    REQUIRE(timings.of({2}).size() == 2);
    CHECK(timings.of({2})[0].column == 0);
    CHECK(timings.of({2})[1].column == 2);
    CHECK(timings.of({2})[1].timing.median == Nanoseconds{31});
    CHECK(timings.states({1}).measured == 1);
    CHECK(timings.states({1}).failed == 1);
    CHECK(timings.of({3}).empty());
    CHECK(timings.at({0}, 2)->median == Nanoseconds{11});
    CHECK(timings.at({0}, 1) == nullptr);
    CHECK(timings.at({1}, 0) == nullptr);
    timings.clear();
    CHECK(timings.runs() == 0);
    CHECK(timings.of({2}).empty());
}

TEST_CASE("other candidate sets, repeats and missing numbers are left out") {
    DatasetBuilder builder;
    const auto set = builder.addSet(2), other = builder.addSet(3);
    const auto key = builder.addKey("k");
    const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2");
    auto& decision = builder.decide(run1, key, set, 0, {{0, 10}, {0, 99}, {1, 20}});
    decision.measured[2].hasTiming = false;
    builder.decide(run2, key, other, 0, {{0, 10}});
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    KeyTimings timings;
    timings.collect(dataset, matrix, key, set);
    CHECK(timings.runs() == 1);
    REQUIRE(timings.of({0}).size() == 1);
    CHECK(timings.of({0})[0].timing.median == Nanoseconds{10});
    CHECK(timings.states({0}).measured == 1);
    CHECK(timings.states({1}).measured == 1);
    CHECK(timings.of({1}).empty());
}

TEST_CASE("a damaged index neither crashes nor asks for gigabytes") {
    DatasetBuilder builder;
    const auto set = builder.addSet(2);
    const auto key = builder.addKey("k");
    builder.decide(builder.addRun("run1"), key, set, 0xffffffffU, {{0xffffffffU, 10}, {1, 20}});
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    KeyTimings timings;
    timings.collect(dataset, matrix, key, set);
    CHECK(timings.candidateCount() == 2);
    CHECK(timings.of({0xffffffffU}).empty());
    CHECK(timings.of({1}).size() == 1);
}

TEST_CASE("the median of an even number of values is the mean of the two in the middle") {
    std::vector<std::int64_t> four = {40, 10, 30, 20};
    CHECK(medianOf(std::span(four)) == 25);
    std::vector<double> three = {3.0, 1.0, 2.0};
    CHECK(medianOf(std::span(three)) == 2.0);
}
