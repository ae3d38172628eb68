#include "core/report/names.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("runs, keys and candidates are named printably") {
    auto [dataset, analysis] = testing::reportFixture();
    dataset.runs[0].id = "evil\x1b[0m";
    CHECK(runName(dataset, RunIndex{0}) == "evil\\x1B[0m");
    CHECK(runNames(dataset, {RunIndex{1}, RunIndex{2}}) == "run2 and run3");
    CHECK(keyLabel(dataset, KeyIndex{1}) == "steady");
    CHECK(keyId(dataset, KeyIndex{1}) == "steady");
    CHECK(candidateOf(dataset, analysis.keys[0], CandidateIndex{1}) == "1 green");
    CHECK(candidateNameOf(dataset, analysis.keys[0], CandidateIndex{1}) == "green");
    CHECK(candidateNameOf(dataset, analysis.keys[0], CandidateIndex{9}).empty());
    CHECK(candidateOf(dataset, KeyVerdict(), CandidateIndex{1}) == "1");
    CHECK(candidateNameOf(dataset, KeyVerdict(), CandidateIndex{1}).empty());
}

TEST_CASE("winners are counted, the rest is summed up") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(winnerCounts(analysis.keys[0]) == "0×2 1×2");
    CHECK(winnerCounts(analysis.keys[0], 1) == "0×2 +1 more");
    CHECK(winnerCounts(KeyVerdict()).empty());
}

TEST_CASE("a key without pairs cannot be told") {
    CHECK(mainPair(KeyVerdict()).verdict == Verdict::cannotTell);
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(&mainPair(analysis.keys[0]) == &analysis.keys[0].pairs.front());
}
