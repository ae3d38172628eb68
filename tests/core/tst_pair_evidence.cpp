#include "core/analyse/pair_evidence.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;
using flipscope::testing::Sample;

namespace {

PairEvidence evidenceOf(const std::vector<std::vector<Sample>>& runs, CandidateIndex a, CandidateIndex b) {
    DatasetBuilder builder;
    const auto set = builder.addSet(4);
    const auto key = builder.addKey("k");
    for (std::size_t i = 0; i < runs.size(); ++i) {
        builder.decide(builder.addRun("run" + std::to_string(i)), key, set, 0, runs[i]);
    }
    const Dataset dataset = builder.take();
    KeyTimings timings;
    timings.collect(dataset, buildWinnerMatrix(dataset), key, set);
    return comparePair(timings, a, b);
}

}  // namespace

TEST_CASE("paired medians, ties and margins are counted over the runs that measured both") {
    const auto e = evidenceOf(
        {{{0, 100}, {1, 110}}, {{0, 100}, {1, 90}}, {{0, 100}, {1, 100}}, {{0, 100}}, {{1, 50}}, {{0, 200}, {1, 260}}},
        {0}, {1});
    CHECK(e.pairs == 4);
    CHECK(e.aFaster == 2);
    CHECK(e.bFaster == 1);
    CHECK(e.ties == 1);
    CHECK(e.signTestP == 1.0);
    // differences 10 -10 0 60 -> sorted -10 0 10 60 -> between 0 and 10; relative -0.1 0 0.1 0.3 -> between 0 and 0.1
    CHECK((e.absoluteMargin == Nanoseconds{5}));
    CHECK(e.relativeMargin.value() == doctest::Approx(0.05));
    CHECK(e.runsWithBands == 0);
}

TEST_CASE("a candidate that takes no time has no relative margin") {
    const auto e = evidenceOf({{{0, 0}, {1, 5}}}, {0}, {1});
    CHECK(e.pairs == 1);
    CHECK_FALSE(e.relativeMargin.has_value());
    CHECK(e.absoluteMargin == Nanoseconds{5});
}

TEST_CASE("nothing in common leaves the margins open") {
    const auto e = evidenceOf({{{0, 10}}, {{1, 20}}}, {0}, {1});
    CHECK(e.pairs == 0);
    CHECK(e.signTestP == 1.0);
    CHECK_FALSE(e.relativeMargin.has_value());
    CHECK_FALSE(e.absoluteMargin.has_value());
}

TEST_CASE("bands are apart only with a gap, and never when one of them is unknown") {
    const auto e = evidenceOf({{{0, 10, 9, 12}, {1, 20, 13, 30}},   // apart, 0 below
                               {{0, 10, 9, 12}, {1, 20, 12, 30}},   // touch
                               {{0, 40, 39, 42}, {1, 20, 12, 30}},  // apart, 1 below
                               {{0, 10}, {1, 20, 12, 30}}},         // zero width
                              {0}, {1});
    CHECK(e.runsWithBands == 3);
    CHECK(e.bandsApart == 2);
    CHECK(e.bandsApartForA == 1);
}

TEST_CASE("a band inside a run is its smallest and largest time, unknown without width") {
    const NoiseBand band = bandWithinRun({{5}, {5}, {3}, {9}});
    CHECK(band.lower == Nanoseconds{3});
    CHECK(band.upper == Nanoseconds{9});
    CHECK_FALSE(bandWithinRun({{5}, {5}, {5}, {5}}).lower.has_value());
    CHECK_FALSE(bandWithinRun({{5}, {5}, {9}, {3}}).lower.has_value());
}

TEST_CASE("a candidate is not compared with itself") {
    CHECK(evidenceOf({{{0, 10}}}, {0}, {0}).pairs == 0);
}

TEST_CASE("the score leads where 0.8 min + 0.2 median is smaller, whatever the medians say") {
    // scores: 0.8·50 + 0.2·100 = 60 against 0.8·80 + 0.2·90 = 82; then the other way round
    const auto e = evidenceOf({{{0, 100, 50, 120}, {1, 90, 80, 99}}, {{1, 100, 50, 120}, {0, 90, 80, 99}}}, {0}, {1});
    CHECK(e.aFaster == 1);
    REQUIRE(e.scoreLead.has_value());
    CHECK(e.scoreLead->a == 1);
    CHECK(e.scoreLead->b == 1);
}

TEST_CASE("a producer that orders the two against the score ranks by another rule") {
    const auto byMedian = evidenceOf({{{1, 900, 800, 990}, {0, 1000, 500, 1200}}}, {0}, {1});
    CHECK_FALSE(byMedian.scoreLead.has_value());
    // scores 100.0 and 100.2: the order of two that near proves nothing
    const auto near = evidenceOf({{{1, 101, 100, 110}, {0, 100, 100, 110}}}, {0}, {1});
    CHECK(near.scoreLead.has_value());
    CHECK_FALSE(evidenceOf({{{0, 10}}, {{1, 20}}}, {0}, {1}).scoreLead.has_value());
}
