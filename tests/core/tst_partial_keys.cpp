#include "core/analyse/run_comparison.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

TEST_CASE("a key that only some runs have names both sides") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, 0}, {1, -1, 2}, {-1, -1, 0}});
    const Dataset dataset = builder.take();
    const auto partial = findPartialKeys(dataset, buildWinnerMatrix(dataset));
    REQUIRE(partial.size() == 2);
    CHECK(partial[0].key == KeyIndex{1});
    CHECK(partial[0].present == std::vector<RunIndex>{{0}, {2}});
    CHECK(partial[0].absent == std::vector<RunIndex>{{1}});
    CHECK(partial[1].absent.size() == 2);
}

TEST_CASE("a run with unknown choices, and a key no chosen run has, say nothing") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, -1}, {-1, -1, 1}});
    builder.dataset().runs[2].choicesUnknown = true;
    const Dataset dataset = builder.take();
    const auto all = findPartialKeys(dataset, buildWinnerMatrix(dataset));
    REQUIRE(all.size() == 1);
    CHECK(all[0].key == KeyIndex{1});
    CHECK(findPartialKeys(dataset, buildWinnerMatrix(dataset, {{0}, {1}})).empty());
}
