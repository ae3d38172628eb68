#include "core/handover/decision_lines.h"
#include "core/read/decision_log.h"
#include "core/read/intern_pool.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

struct ReadBack {
    ParsedLog log;
    InternPool::Contents contents;
};

ReadBack readBack(const std::string& text) {
    InternPool pool;
    ParsedLog log = readDecisionLog(text, false, "x", pool);
    return {std::move(log), pool.take()};
}

const Scrubber kNothing{PrivateFacts{}};

}  // namespace

TEST_CASE("what is written is read back: winner, timings, failures, bounds") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"a", "b/c", "d", "e", "f", "g"});
    const auto key = builder.addKey(R"({"m":64,"x":1e-6,"big":18446744073709551615})");
    const auto run = builder.addRun("run1");
    builder.dataset().texts = {"", "refused: too large"};
    Decision& decision = builder.decide(run, key, set, 1, {{1, 2'000'000'001, 5, 2'000'000'002}, {0, 120, 100, 130}});
    decision.loggedWinner = CandidateIndex{1};
    decision.failed = {{CandidateIndex{3}, CandidateStatus::failed, 1},
                       {CandidateIndex{4}, CandidateStatus::rejected, 1},
                       {CandidateIndex{5}, CandidateStatus::invalidSamples, 0}};
    decision.limit = Nanoseconds{77};
    decision.bounds = {{1.5e9, 2e12, 0.8}};
    decision.launchOverhead = Nanoseconds{3};
    decision.shortCircuitedBy = CandidateIndex{0};
    const Dataset dataset = builder.take();
    const ReadBack back = readBack(decisionLines(dataset, buildWinnerMatrix(dataset), 0, "run1", kNothing));
    CHECK(back.log.problemCount == 0);
    REQUIRE(back.log.decisions.size() == 1);
    const Decision& again = back.log.decisions[0];
    CHECK(again.usedWinner == CandidateIndex{1});
    REQUIRE(again.measured.size() == 2);
    CHECK(again.measured[0].timing.median == Nanoseconds{2'000'000'001});
    CHECK(again.measured[1].timing.max == Nanoseconds{130});
    REQUIRE(again.failed.size() == 3);
    CHECK((again.failed[0].status == CandidateStatus::failed));
    CHECK((again.failed[1].status == CandidateStatus::rejected));
    CHECK((again.failed[2].status == CandidateStatus::invalidSamples));
    CHECK(back.contents.texts[again.failed[1].reason] == "refused: too large");
    CHECK(again.limit == Nanoseconds{77});
    CHECK(again.launchOverhead == Nanoseconds{3});
    REQUIRE(again.bounds.size() == 1);
    CHECK(again.bounds[0].peakPerSecond == 2e12);
    CHECK(again.shortCircuitedBy == CandidateIndex{0});
    CHECK(back.contents.sets[again.set.value].names == dataset.candidateSets[0].names);
    CHECK(back.contents.keys[again.key.value].canonicalJson == R"({"big":18446744073709551615,"m":64,"x":1e-6})");
}

TEST_CASE("a winner that the log's rule would not give becomes an entry of a cache") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"a", "b"});
    const auto key = builder.addKey(R"({"m":64})");
    const auto other = builder.addKey(R"({"m":65})");
    const auto run = builder.addRun("run1");
    // The log named 0; the database held 1.
    builder.decide(run, key, set, 1, {{0, 100, 100, 100}, {1, 120, 120, 120}}).loggedWinner = CandidateIndex{0};
    // The log names a winner that nothing shows to have been used.
    builder.decide(run, other, set, std::nullopt, {{0, 100, 100, 100}, {1, 120, 120, 120}}).loggedWinner =
        CandidateIndex{0};
    const Dataset dataset = builder.take();
    const ReadBack back = readBack(decisionLines(dataset, buildWinnerMatrix(dataset), 0, "run1", kNothing));
    REQUIRE(back.log.decisions.size() == 2);
    CHECK(back.log.decisions[0].usedWinner == CandidateIndex{1});
    CHECK(back.log.decisions[0].measured.size() == 2);
    CHECK(!back.log.decisions[1].usedWinner);
}

TEST_CASE("a key that was decided several times stands there once, and logs of equal decisions differ") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"a", "b"});
    const auto key = builder.addKey(R"({"m":64})");
    for (const char* name : {"run1", "run2"}) {
        const auto run = builder.addRun(name);
        builder.decide(run, key, set, 0, {{0, 100, 100, 100}}).loggedWinner = CandidateIndex{0};
        builder.decide(run, key, set, 0, {{0, 100, 100, 100}}).loggedWinner = CandidateIndex{0};
    }
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const std::string first = decisionLines(dataset, matrix, 0, "run1", kNothing);
    CHECK(std::count(first.begin(), first.end(), '\n') == 1);
    CHECK(first != decisionLines(dataset, matrix, 1, "run2", kNothing));
}

TEST_CASE("what is private in reasons and keys is left out") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"a", "b"});
    const auto key = builder.addKey(R"({"file":"/home/bob/k.cu"})");
    const auto run = builder.addRun("run1");
    builder.dataset().texts = {"", "panicked at /home/bob/src/x.rs:3"};
    builder.decide(run, key, set, 0, {{0, 100}}).failed = {{CandidateIndex{1}, CandidateStatus::failed, 1}};
    const Dataset dataset = builder.take();
    const std::string text = decisionLines(dataset, buildWinnerMatrix(dataset), 0, "run1", kNothing);
    CHECK(text.find("bob") == std::string::npos);
    CHECK(text.find("…/x.rs:3") != std::string::npos);
    CHECK(enclosedKey(dataset.keys[0], kNothing) == R"({"file":"…/k.cu"})");
    TuningKey plain;
    plain.canonicalJson = "no \"object\"";
    CHECK(enclosedKey(plain, kNothing) == R"({"text":"no \"object\""})");
}
