#include "core/analyse/drift.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

namespace {

// One key; medians[run][candidate].
Dataset datasetOf(const std::vector<std::vector<int>>& medians) {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("k");
    for (const auto& run : medians) {
        std::vector<testing::Sample> samples;
        for (std::uint32_t i = 0; i < run.size(); ++i)
            samples.push_back({i, run[i]});
        builder.decide(builder.addRun("run"), key, set, 0, samples);
    }
    return builder.take();
}

std::vector<Drift> driftOf(const Dataset& dataset, const std::vector<RunIndex>& columns = {}) {
    KeyTimings timings;
    timings.collect(dataset, buildWinnerMatrix(dataset, columns), {0}, {0});
    DriftSearch search;
    search.look({0}, timings);
    return std::move(search).significant();
}

}  // namespace

TEST_CASE("a candidate that moves over the runs is found, a noisy one is not") {
    std::vector<std::vector<int>> medians;
    for (int i = 0; i < 12; ++i)
        medians.push_back({1000 + 10 * i, 1000 + (i * 7) % 12});
    const Dataset dataset = datasetOf(medians);
    const auto drift = driftOf(dataset);
    REQUIRE(drift.size() == 1);
    CHECK(drift[0].candidate == CandidateIndex{0});
    CHECK(drift[0].runs == 12);
    CHECK(drift[0].trendP < 0.001);
    // halves 1000…1050 and 1060…1110, between the two in the middle: 1025 and 1085
    CHECK(drift[0].relativeChange == doctest::Approx(60.0 / 1025.0));
}

TEST_CASE("the order of the columns is the order of time") {
    std::vector<std::vector<int>> medians;
    for (int i = 0; i < 12; ++i)
        medians.push_back({2000 - 10 * i});
    const Dataset dataset = datasetOf(medians);
    const auto drift = driftOf(dataset, {{11}, {10}, {9}, {8}, {7}, {6}, {5}, {4}});
    REQUIRE(drift.size() == 1);
    CHECK(drift[0].runs == 8);
    CHECK(drift[0].relativeChange > 0.0);
}

TEST_CASE("few runs or many looks are no drift") {
    const Dataset four = datasetOf({{1}, {2}, {3}, {4}});
    CHECK(driftOf(four).empty());
    // five rising values: p = 1/60 for one series, above 0.05 / 4 for four
    const Dataset five = datasetOf({{1}, {2}, {3}, {4}, {5}});
    KeyTimings timings;
    timings.collect(five, buildWinnerMatrix(five), {0}, {0});
    const auto looks = [&timings](int count) {
        DriftSearch all, other;
        for (int i = 1; i < count; ++i)
            all.look({0}, timings);
        other.look({0}, timings);
        all.add(std::move(other));
        return std::move(all).significant().size();
    };
    CHECK(looks(1) == 1);
    CHECK(looks(2) == 2);
    CHECK(looks(4) == 0);
}
