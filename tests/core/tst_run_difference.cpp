#include "core/analyse/run_difference.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("two runs are compared key by key") {
    const auto [dataset, analysis] = testing::reportFixture();
    const RunDifference difference = compareRuns(dataset, analysis, 0, 2);
    REQUIRE(difference.keys.size() == 3);
    CHECK(difference.keys[0].kind == DifferenceKind::flipped);
    CHECK(difference.keys[1].kind == DifferenceKind::same);
    CHECK(difference.keys[2].kind == DifferenceKind::onlyInB);
    CHECK(difference.flipped == 1);
    CHECK(difference.same == 1);
    CHECK(compareRuns(dataset, analysis, 2, 0).keys[2].kind == DifferenceKind::onlyInA);
}

TEST_CASE("a key that neither run has is left out") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(compareRuns(dataset, analysis, 0, 1).keys.size() == 2);
}

TEST_CASE("the verdict is about the two winners of the runs, whichever pair leads the key") {
    const auto [dataset, analysis] = testing::reportFixture();
    const RunDifference difference = compareRuns(dataset, analysis, 2, 0);
    REQUIRE(difference.keys[0].verdict);
    CHECK(difference.keys[0].verdict->verdict == Verdict::coinFlip);
    CHECK(difference.keys[0].bits.has_value());
    CHECK_FALSE(difference.keys[1].verdict);
    CHECK_FALSE(difference.keys[1].bits.has_value());
}

TEST_CASE("two winners that are neither the favourite are judged all the same") {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"a", "b", "c"});
    const KeyIndex key = builder.addKey("key");
    for (std::uint32_t i = 0; i < 8; ++i) {
        const RunIndex run = builder.addRun("run" + std::to_string(i));
        builder.decide(run, key, set, i < 6 ? 0 : i - 5, {{0, 100, 90, 110}, {1, 200, 190, 210}, {2, 300, 290, 310}});
    }
    const Dataset dataset = builder.take();
    const Result<Analysis> analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    const RunDifference difference = compareRuns(dataset, analysis.value(), 6, 7);
    REQUIRE(difference.keys[0].verdict);
    CHECK(difference.keys[0].verdict->evidence.a == CandidateIndex{1});
    CHECK(difference.keys[0].verdict->evidence.b == CandidateIndex{2});
    CHECK(difference.keys[0].verdict->evidence.aFaster == 8);
}

TEST_CASE("different candidate sets are not compared, unknown winners are said to be unknown") {
    testing::DatasetBuilder builder;
    const CandidateSetIndex first = builder.addSet({"a", "b"});
    const CandidateSetIndex second = builder.addSet({"a", "b", "c"});
    const KeyIndex changed = builder.addKey("changed");
    const KeyIndex open = builder.addKey("open");
    const RunIndex run1 = builder.addRun("run1");
    const RunIndex run2 = builder.addRun("run2");
    builder.decide(run1, changed, first, 0);
    builder.decide(run2, changed, second, 1);
    builder.decide(run1, open, first, 0);
    builder.decide(run2, open, first, std::nullopt);
    const Dataset dataset = builder.take();
    const Result<Analysis> analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    const RunDifference difference = compareRuns(dataset, analysis.value(), 0, 1);
    CHECK(difference.keys[0].kind == DifferenceKind::setChanged);
    CHECK(difference.keys[1].kind == DifferenceKind::unknown);
    CHECK(difference.flipped == 0);
}

TEST_CASE("a run whose choices are unknown is not said to have a key that the other one lacks, nor to lack it") {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet(2);
    const KeyIndex key = builder.addKey("key");
    const KeyIndex decided = builder.addKey("decided");
    const RunIndex cached = builder.addRun("cached");
    const RunIndex without = builder.addRun("without");
    const RunIndex with = builder.addRun("with");
    builder.dataset().runs[cached.value].choicesUnknown = true;
    builder.decide(with, key, set, 0);
    builder.decide(cached, decided, set, std::nullopt);
    const Dataset dataset = builder.take();
    const Result<Analysis> analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    const auto kind = [&](RunIndex a, RunIndex b, std::size_t row) {
        return compareRuns(dataset, analysis.value(), a.value, b.value).keys.at(row).kind;
    };
    CHECK((kind(cached, without, 0) == DifferenceKind::unknown));
    CHECK((kind(without, cached, 0) == DifferenceKind::unknown));
    CHECK((kind(cached, with, 0) == DifferenceKind::unknown));
    CHECK((kind(with, cached, 0) == DifferenceKind::unknown));
    // One that it decided is there, though its winner is not known.
    CHECK((kind(cached, without, 1) == DifferenceKind::onlyInA));
    CHECK((kind(without, cached, 1) == DifferenceKind::onlyInB));
}
