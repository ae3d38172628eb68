#include "core/analyse/suspect_pair.h"
#include "tests/support/report_fixture.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Runs {
    Dataset dataset;
    Analysis analysis;
};

// Ten runs of one key; 0 wins five, 1 three, 2 two. Each is 100 ns slower than the one before.
Runs tenRuns() {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"a", "b", "c"});
    const KeyIndex key = builder.addKey("key");
    for (std::uint32_t i = 0; i < 10; ++i) {
        const RunIndex run = builder.addRun("run" + std::to_string(i));
        const std::uint32_t winner = i < 5 ? 0 : i < 8 ? 1 : 2;
        builder.decide(run, key, set, winner, {{0, 100, 90, 110}, {1, 200, 190, 210}, {2, 300, 290, 310}});
    }
    Runs runs{builder.take(), {}};
    auto analysis = analyse(runs.dataset);
    REQUIRE(analysis.hasValue());
    runs.analysis = std::move(analysis).value();
    return runs;
}

std::pair<std::uint32_t, std::uint32_t> pairOf(const std::vector<SuspectWinners::Count>& counts) {
    const Runs runs = tenRuns();
    const auto verdict = verdictOnSuspect(runs.dataset, runs.analysis, {KeyIndex{0}, counts, 0});
    REQUIRE(verdict);
    CHECK(verdict->evidence.pairs == 10);
    return {verdict->evidence.a.value, verdict->evidence.b.value};
}

constexpr CandidateIndex kA{0}, kB{1}, kC{2};
using Pair = std::pair<std::uint32_t, std::uint32_t>;

}  // namespace

TEST_CASE("the pair is what the two outcome groups used most, not the two most frequent winners") {
    CHECK(pairOf({{kA, {5, 0}, 5}, {kB, {3, 0}, 3}, {kC, {0, 2}, 2}}) == Pair{0, 2});
    CHECK(pairOf({{kA, {1, 0}, 1}, {kB, {5, 0}, 5}, {kC, {0, 4}, 4}}) == Pair{1, 2});
}

TEST_CASE("where both groups used the same one most, the two most frequent winners are the pair") {
    CHECK(pairOf({{kA, {3, 2}, 5}, {kB, {2, 1}, 3}, {kC, {1, 1}, 2}}) == Pair{0, 1});
}

TEST_CASE("of several groups the two with most runs count") {
    CHECK(pairOf({{kA, {1, 0, 0}, 1}, {kB, {0, 4, 0}, 4}, {kC, {0, 0, 5}, 5}}) == Pair{1, 2});
}

TEST_CASE("of numbers it is the most frequent winner and the one whose median is farthest") {
    CHECK(pairOf({{kA, {}, 5, 7.0}, {kB, {}, 3, 7.1}, {kC, {}, 2, 9.0}}) == Pair{0, 2});
    CHECK(pairOf({{kA, {}, 5, 7.0}, {kB, {}, 3, 7.1}, {kC, {}, 1, 9.0}}) == Pair{0, 1});  // seen once only
    CHECK(pairOf({{kA, {}, 5, 7.0}, {kB, {}, 3, 100.0}, {kC, {}, 2, std::nan("")}}) == Pair{0, 2});
}

TEST_CASE("one winner makes no pair") {
    const Runs runs = tenRuns();
    CHECK_FALSE(verdictOnSuspect(runs.dataset, runs.analysis, {KeyIndex{0}, {{kA, {2, 1}, 3}}, 0}));
}
