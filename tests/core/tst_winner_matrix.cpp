#include "core/analyse/winner_matrix.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

TEST_CASE("each run's used winner stands in its cell") {
    DatasetBuilder builder;
    builder.addWinners({{0, 2, -1}, {1, 1, 1}});
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    CHECK(matrix.keyCount == 2);
    CHECK(matrix.runs.size() == 3);
    CHECK(matrix.at({0}, 1).winner == CandidateIndex{2});
    CHECK(matrix.at({0}, 1).source == WinnerSource::log);
    CHECK_FALSE(matrix.at({0}, 2).winner.has_value());
    CHECK(matrix.at({0}, 2).source == WinnerSource::none_keyAbsent);
    CHECK_FALSE(matrix.at({0}, 2).set.has_value());
    CHECK(decisionOf(dataset, matrix, {0}, 2) == nullptr);
    CHECK(decisionOf(dataset, matrix, {1}, 2) == &dataset.runs[2].decisions[0]);
}

TEST_CASE("only the chosen runs are columns, in the order given") {
    DatasetBuilder builder;
    builder.addWinners({{0, 1, 2}});
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset, {{2}, {0}});
    REQUIRE(matrix.runs.size() == 2);
    CHECK(matrix.at({0}, 0).winner == CandidateIndex{2});
    CHECK(matrix.at({0}, 1).winner == CandidateIndex{0});
    CHECK(decisionOf(dataset, matrix, {0}, 0) == &dataset.runs[2].decisions[0]);
}

TEST_CASE("a key decided twice in a run counts only when both decisions name one winner of one set") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3), otherSet = builder.addSet(2);
    const auto agreeing = builder.addKey("agreeing"), differing = builder.addKey("differing");
    const auto changing = builder.addKey("changing"), open = builder.addKey("open");
    const auto run = builder.addRun("run1");
    builder.decide(run, agreeing, set, 1);
    builder.decide(run, agreeing, set, 1);
    builder.decide(run, differing, set, 1);
    builder.decide(run, differing, set, 2);
    builder.decide(run, differing, set, 1);
    builder.decide(run, changing, set, 1);
    builder.decide(run, changing, otherSet, 1);
    builder.decide(run, changing, set, 2);
    builder.decide(run, open, set, 1);
    builder.decide(run, open, set, {}).source = WinnerSource::none_notProvable;
    builder.decide(run, open, set, 1);
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    CHECK(matrix.at(agreeing, 0).winner == CandidateIndex{1});
    CHECK_FALSE(matrix.at(differing, 0).winner.has_value());
    CHECK(matrix.at(differing, 0).source == WinnerSource::none_contradictory);
    CHECK_FALSE(matrix.at(changing, 0).winner.has_value());
    CHECK(matrix.at(changing, 0).source == WinnerSource::none_severalSets);
    CHECK_FALSE(matrix.at(open, 0).winner.has_value());
    CHECK(matrix.at(open, 0).source == WinnerSource::none_notProvable);
    CHECK(matrix.at(open, 0).decision == 8);
}

TEST_CASE("an absent key of a run with unknown choices is unknown, not absent") {
    DatasetBuilder builder;
    builder.addWinners({{0, -1}});
    builder.dataset().runs[1].choicesUnknown = true;
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    CHECK(matrix.at({0}, 1).source == WinnerSource::none_choicesCached);
}

TEST_CASE("an empty dataset has an empty matrix") {
    const WinnerMatrix matrix = buildWinnerMatrix(Dataset{});
    CHECK(matrix.runs.empty());
    CHECK(matrix.cells.empty());
}
