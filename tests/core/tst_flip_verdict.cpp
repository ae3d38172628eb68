#include "core/analyse/flip_verdict.h"
#include "tests/support/dataset_builder.h"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;
using flipscope::testing::Sample;

namespace {

struct RunOfKey {
    std::optional<std::uint32_t> winner;
    std::vector<Sample> samples;
};

KeyVerdict judge(const std::vector<RunOfKey>& runs, std::size_t candidates = 4) {
    DatasetBuilder builder;
    const auto set = builder.addSet(candidates);
    const auto key = builder.addKey("k");
    for (std::size_t i = 0; i < runs.size(); ++i) {
        builder.decide(builder.addRun("run" + std::to_string(i + 1)), key, set, runs[i].winner, runs[i].samples);
    }
    const Dataset dataset = builder.take();
    return judgeKey(dataset, buildWinnerMatrix(dataset), key);
}

// winner of each run and the medians of candidates 0, 1, 2 … in it
KeyVerdict judgeMedians(const std::vector<std::pair<int, std::vector<int>>>& runs) {
    std::vector<RunOfKey> list;
    for (const auto& [winner, medians] : runs) {
        RunOfKey run;
        if (winner >= 0) run.winner = static_cast<std::uint32_t>(winner);
        for (std::size_t i = 0; i < medians.size(); ++i) {
            if (medians[i] >= 0) run.samples.push_back({static_cast<std::uint32_t>(i), medians[i], {}, {}});
        }
        list.push_back(std::move(run));
    }
    return judge(list);
}

const PairVerdict& firstPair(const KeyVerdict& verdict) {
    return verdict.pairs.front();
}

}  // namespace

TEST_CASE("six or more pairs without a favourite are a coin flip") {
    const auto v = judgeMedians(
        {{0, {10, 11}}, {1, {11, 10}}, {0, {10, 11}}, {1, {11, 10}}, {0, {10, 11}}, {0, {10, 11}}, {1, {11, 10}}});
    CHECK(v.flips);
    CHECK(firstPair(v).verdict == Verdict::coinFlip);
    CHECK(firstPair(v).reason == VerdictReason::noFavouriteOverRuns);
    CHECK(firstPair(v).evidence.a == CandidateIndex{0});
    CHECK(firstPair(v).evidence.aFaster == 4);
    CHECK(firstPair(v).otherwise.empty());
}

TEST_CASE("a small margin that holds in every run is a real win: seven public logs of one key") {
    // ms * 1e6; the runner-up was 1.5 to 2.3 % behind each time.
    const std::vector<int> winner = {48670, 48130, 48700, 48450, 48260, 48030, 48510};
    const std::vector<double> behind = {0.015, 0.023, 0.018, 0.016, 0.02, 0.021, 0.017};
    std::vector<std::pair<int, std::vector<int>>> runs;
    for (std::size_t i = 0; i < winner.size(); ++i) {
        runs.push_back({1, {static_cast<int>(winner[i] * (1.0 + behind[i])), winner[i]}});
    }
    const auto v = judgeMedians(runs);
    CHECK(firstPair(v).verdict == Verdict::realWin);
    CHECK(firstPair(v).evidence.a == CandidateIndex{1});
    CHECK(firstPair(v).evidence.pairs == 7);
    CHECK(firstPair(v).evidence.signTestP == doctest::Approx(0.015625));
    CHECK(firstPair(v).evidence.relativeMargin.value() == doctest::Approx(0.018).epsilon(0.01));
}

TEST_CASE("a pasted log with the better minimum here and the better median there is a coin flip") {
    const auto v = judge({{0U, {{0, 52834, 52292, 56375}, {1, 56292, 47875, 71750}}}});
    CHECK_FALSE(v.flips);
    CHECK(firstPair(v).verdict == Verdict::coinFlip);
    CHECK(firstPair(v).reason == VerdictReason::bandsOverlap);
    CHECK(firstPair(v).evidence.relativeMargin.value() == doctest::Approx(0.06545).epsilon(0.001));
}

TEST_CASE("a favourite that some runs did not choose is disturbed and says what it cost") {
    const auto v =
        judgeMedians({{0, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}, {1, {10, 15}}});
    CHECK(firstPair(v).verdict == Verdict::disturbed);
    CHECK(firstPair(v).reason == VerdictReason::favouriteNotAlwaysChosen);
    REQUIRE(firstPair(v).otherwise.size() == 1);
    CHECK(firstPair(v).otherwise[0].run == RunIndex{5});
    CHECK(firstPair(v).otherwise[0].chosen == CandidateIndex{1});
    CHECK(firstPair(v).otherwise[0].regret == Nanoseconds{5});
    CHECK(firstPair(v).otherwise[0].relativeRegret.value() == doctest::Approx(0.5));
}

TEST_CASE("the favourite need not be the most frequent winner") {
    const auto v =
        judgeMedians({{0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {1, {12, 10}}});
    CHECK(v.winners[0].winner == CandidateIndex{0});
    CHECK(firstPair(v).verdict == Verdict::disturbed);
    CHECK(firstPair(v).evidence.a == CandidateIndex{1});
    CHECK(firstPair(v).evidence.aFaster == 6);
    CHECK(firstPair(v).evidence.relativeMargin.value() == doctest::Approx(0.2));
    CHECK(firstPair(v).otherwise.size() == 5);
    CHECK(firstPair(v).otherwise[0].regret == Nanoseconds{2});
}

TEST_CASE("a winner that its runner-up beats in every run is disturbed even when it never changes") {
    const auto v =
        judgeMedians({{0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}, {0, {12, 10}}});
    CHECK_FALSE(v.flips);
    CHECK(firstPair(v).verdict == Verdict::disturbed);
    CHECK(firstPair(v).evidence.a == CandidateIndex{1});
    CHECK(firstPair(v).otherwise.size() == 6);
}

TEST_CASE("runs without a known winner do not spoil a favourite that every other run chose") {
    const auto v =
        judgeMedians({{0, {10, 12}}, {-1, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}, {0, {10, 12}}});
    CHECK(firstPair(v).verdict == Verdict::realWin);
    CHECK(v.runsWithWinner == 5);
    CHECK(v.runsWithoutWinner == 1);
}

TEST_CASE("every other winner is judged against the favourite") {
    // 1 is the favourite of the main pair (0 won most often but is slower), 2 is judged against 1.
    const auto v = judgeMedians({{0, {12, 10, 11}},
                                 {0, {12, 10, 9}},
                                 {0, {12, 10, 11}},
                                 {1, {12, 10, 9}},
                                 {1, {12, 10, 11}},
                                 {2, {12, 10, 9}}});
    REQUIRE(v.pairs.size() == 2);
    CHECK(firstPair(v).verdict == Verdict::disturbed);
    CHECK(firstPair(v).otherwise.size() == 4);
    CHECK(v.pairs[1].verdict == Verdict::coinFlip);
    CHECK(v.pairs[1].evidence.a == CandidateIndex{1});
    CHECK(v.pairs[1].evidence.b == CandidateIndex{2});
}

TEST_CASE("a further pair names the runs that chose its other candidate") {
    const auto v = judgeMedians({{0, {10, 11, 20}},
                                 {0, {11, 10, 20}},
                                 {0, {10, 11, 20}},
                                 {1, {11, 10, 20}},
                                 {1, {10, 11, 20}},
                                 {2, {10, 11, 20}}});
    REQUIRE(v.pairs.size() == 2);
    CHECK(firstPair(v).verdict == Verdict::coinFlip);
    CHECK(v.pairs[1].verdict == Verdict::disturbed);
    REQUIRE(v.pairs[1].otherwise.size() == 1);
    CHECK(v.pairs[1].otherwise[0].run == RunIndex{5});
    CHECK(v.pairs[1].otherwise[0].regret == Nanoseconds{10});
}

TEST_CASE("winners are ordered by how often they won, then by speed, then by name, and not by index") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"d", "c", "b", "a"});
    const auto key = builder.addKey("k");
    for (const std::uint32_t winner : {3U, 0U, 1U, 1U})
        builder.decide(builder.addRun("r"), key, set, winner, {{0, 40}, {1, 90}, {2, 40}, {3, 40}});
    builder.decide(builder.addRun("r"), key, set, 2U, {});
    const Dataset dataset = builder.take();
    const auto named = judgeKey(dataset, buildWinnerMatrix(dataset), key);
    REQUIRE(named.winners.size() == 4);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(named.winners[i].winner.value == std::array{1U, 3U, 2U, 0U}[i]);
    const auto v = judgeMedians({{3, {}}, {1, {}}, {2, {}}, {2, {}}});
    REQUIRE(v.winners.size() == 3);
    CHECK(v.winners[0].runs == 2);
    CHECK(v.pairs.size() == 2);
    CHECK(firstPair(v).verdict == Verdict::cannotTell);
    CHECK(firstPair(v).reason == VerdictReason::nothingMeasuredInCommon);
}

TEST_CASE("fewer than six pairs are judged by the bands inside the runs") {
    const std::vector<Sample> apart = {{0, 10, 9, 11}, {1, 20, 19, 21}};
    const std::vector<Sample> turned = {{0, 20, 19, 21}, {1, 10, 9, 11}};
    const std::vector<Sample> overlapping = {{0, 10, 9, 20}, {1, 12, 10, 21}};
    const std::vector<Sample> flat = {{0, 10}, {1, 12}};

    SUBCASE("apart in all and always chosen: a real win") {
        const auto v = judge({{0U, apart}, {0U, apart}});
        CHECK(firstPair(v).verdict == Verdict::realWin);
        CHECK(firstPair(v).reason == VerdictReason::bandsApartInAll);
    }
    SUBCASE("apart in all but not always chosen: disturbed") {
        const auto v = judge({{0U, apart}, {1U, apart}});
        CHECK(firstPair(v).verdict == Verdict::disturbed);
        CHECK(firstPair(v).otherwise.size() == 1);
    }
    SUBCASE("overlapping in most: a coin flip") {
        const auto v = judge({{0U, overlapping}, {1U, overlapping}, {0U, apart}});
        CHECK(firstPair(v).verdict == Verdict::coinFlip);
        CHECK(firstPair(v).reason == VerdictReason::bandsOverlap);
    }
    SUBCASE("half and half: cannot tell") {
        const auto v = judge({{0U, overlapping}, {1U, apart}});
        CHECK(firstPair(v).verdict == Verdict::cannotTell);
        CHECK(firstPair(v).reason == VerdictReason::bandsDisagree);
    }
    SUBCASE("apart in opposite directions: cannot tell") {
        const auto v = judge({{0U, apart}, {1U, turned}});
        CHECK(firstPair(v).verdict == Verdict::cannotTell);
        CHECK(firstPair(v).reason == VerdictReason::bandsDisagree);
    }
    SUBCASE("zero width is unknown, never separated") {
        const auto v = judge({{0U, flat}, {0U, flat}});
        CHECK(firstPair(v).verdict == Verdict::cannotTell);
        CHECK(firstPair(v).reason == VerdictReason::noBandsAndFewPairs);
    }
    SUBCASE("apart where known, unknown elsewhere: not apart in all") {
        const auto v = judge({{0U, apart}, {0U, apart}, {0U, flat}});
        CHECK(firstPair(v).verdict == Verdict::cannotTell);
        CHECK(firstPair(v).reason == VerdictReason::noBandsAndFewPairs);
    }
}

TEST_CASE("five pairs in one direction are too few for the sign test, six are enough") {
    std::vector<std::pair<int, std::vector<int>>> runs(5, {0, {10, 12}});
    CHECK(judgeMedians(runs).pairs.front().verdict == Verdict::cannotTell);
    CHECK(judgeMedians(runs).pairs.front().isByBands);
    runs.push_back({0, {10, 12}});
    CHECK(judgeMedians(runs).pairs.front().verdict == Verdict::realWin);
    CHECK_FALSE(judgeMedians(runs).pairs.front().isByBands);
}

TEST_CASE("without a flip the runner-up is the one with the lowest median of medians") {
    const auto v = judgeMedians({{0, {10, 50, 20}}, {0, {10, 11, 20}}, {0, {10, 50, 90}}});
    CHECK(firstPair(v).evidence.b == CandidateIndex{2});  // medians of medians 50 and 20
}

TEST_CASE("a runner-up that few runs measured does not hide the one that most runs measured") {
    std::vector<std::pair<int, std::vector<int>>> runs(7, {0, {10, 20}});
    runs.push_back({0, {10, 20, 12}});
    const auto v = judgeMedians(runs);
    REQUIRE(v.pairs.size() == 2);
    CHECK(firstPair(v).evidence.b == CandidateIndex{2});
    CHECK(firstPair(v).verdict == Verdict::cannotTell);
    CHECK(v.pairs[1].evidence.b == CandidateIndex{1});
    CHECK(v.pairs[1].verdict == Verdict::realWin);
}

TEST_CASE("a key with one candidate ever measured cannot tell") {
    const auto v = judgeMedians({{0, {10}}, {0, {10}}});
    CHECK(firstPair(v).verdict == Verdict::cannotTell);
    CHECK(firstPair(v).reason == VerdictReason::onlyOneCandidate);
    CHECK(firstPair(v).evidence.a == firstPair(v).evidence.b);
}

TEST_CASE("a key nobody measured or decided still has a main pair") {
    const auto v = judgeMedians({{-1, {}}, {-1, {}}});
    REQUIRE(v.pairs.size() == 1);
    CHECK(firstPair(v).reason == VerdictReason::nothingMeasuredInCommon);
    CHECK(v.candidates.empty());
    CHECK(v.runsWithoutWinner == 2);
}

TEST_CASE("a favourite whose choice no run tells is not called a win") {
    const auto v =
        judgeMedians({{-1, {10, 12}}, {-1, {10, 12}}, {-1, {10, 12}}, {-1, {10, 12}}, {-1, {10, 12}}, {-1, {10, 12}}});
    CHECK(firstPair(v).verdict == Verdict::cannotTell);
    CHECK(firstPair(v).reason == VerdictReason::noWinnerKnown);
}

TEST_CASE("the leader by the tuner's score is judged beside the medians, by the same test") {
    const std::vector<Sample> slowMedian = {{0, 120, 50, 200}, {1, 100, 90, 150}};  // scores 64 and 92
    const std::vector<Sample> slowScore = {{1, 100, 90, 150}, {0, 120, 95, 200}};   // scores 92 and 100
    std::vector<RunOfKey> runs(6, {0U, slowMedian});
    SUBCASE("six of six name one, whichever of the two the pair counts first") {
        const auto v = judge(runs);
        CHECK(firstPair(v).evidence.a == CandidateIndex{1});
        CHECK((firstPair(v).scoreLeader == ScoreLeader::b));
        for (RunOfKey& run : runs)
            run = {1U, slowScore};
        CHECK((firstPair(judge(runs)).scoreLeader == ScoreLeader::a));
    }
    SUBCASE("five of five and six of seven do not") {
        runs.push_back({0U, slowScore});
        CHECK((firstPair(judge(runs)).scoreLeader == ScoreLeader::neither));
        runs.assign(5, {0U, slowMedian});
        CHECK((firstPair(judge(runs)).scoreLeader == ScoreLeader::neither));
    }
    SUBCASE("a producer that ranks by another rule has no leader by score") {
        for (RunOfKey& run : runs)
            std::swap(run.samples.front(), run.samples.back());
        CHECK_FALSE(firstPair(judge(runs)).evidence.scoreLead);
        CHECK((firstPair(judge(runs)).scoreLeader == ScoreLeader::neither));
    }
}

TEST_CASE("a key that flips is never a real win, whatever pair is asked for") {
    for (std::uint32_t choices = 0; choices < 729; ++choices) {  // every choice of three candidates in six runs
        DatasetBuilder builder;
        const auto set = builder.addSet(3);
        const auto key = builder.addKey("k");
        for (std::uint32_t i = 0, rest = choices; i < 6; ++i, rest /= 3)
            builder.decide(builder.addRun("r"), key, set, rest % 3, {{0, 10}, {1, 12}, {2, 14}});
        const Dataset dataset = builder.take();
        const WinnerMatrix matrix = buildWinnerMatrix(dataset);
        const KeyVerdict v = judgeKey(dataset, matrix, key);
        std::vector<PairVerdict> pairs = v.pairs;
        for (const auto& [a, b] : {std::pair(0U, 1U), {0U, 2U}, {1U, 2U}})
            pairs.push_back(verdictOn(dataset, matrix, v, CandidateIndex{a}, CandidateIndex{b}));
        const auto won = std::count_if(pairs.begin(), pairs.end(),
                                       [](const PairVerdict& pair) { return pair.verdict == Verdict::realWin; });
        CAPTURE(choices);
        CHECK((won > 0) == (choices == 0 || choices == 364));  // always 0, or always 1, which beats 2
    }
}

TEST_CASE("candidate sets are compared before winners") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3), other = builder.addSet(4);
    const auto key = builder.addKey("k");
    const auto add = [&](CandidateSetIndex of, std::uint32_t winner, const std::vector<Sample>& samples) {
        builder.decide(builder.addRun("r"), key, of, winner, samples);
    };
    SUBCASE("another set's winner is no flip") {
        for (int i = 0; i < 6; ++i)
            add(set, 0, {{0, 10}, {1, 12}});
        add(other, 1, {{0, 30}, {1, 5}});
        const Dataset dataset = builder.take();
        const auto v = judgeKey(dataset, buildWinnerMatrix(dataset), key);
        CHECK(v.setChanged);
        CHECK_FALSE(v.flips);
        CHECK(v.set == set);
        CHECK(v.runsWithWinner == 6);
        CHECK(v.runsWithOtherSet == 1);
        CHECK(firstPair(v).verdict == Verdict::realWin);
        CHECK(firstPair(v).evidence.pairs == 6);
    }
    SUBCASE("a flip inside the most frequent set counts") {
        add(other, 3, {});
        add(set, 0, {{0, 10, 9, 14}, {1, 12, 10, 15}});
        add(set, 1, {{0, 12, 9, 14}, {1, 10, 9, 15}});
        const Dataset dataset = builder.take();
        const auto v = judgeKey(dataset, buildWinnerMatrix(dataset), key);
        CHECK(v.flips);
        CHECK(v.set == set);
        CHECK(firstPair(v).verdict == Verdict::coinFlip);
    }
    SUBCASE("of equally frequent sets none is judged, whatever the order of the runs") {
        for (const bool otherFirst : {true, false}) {
            DatasetBuilder runs;
            const auto small = runs.addSet(3), large = runs.addSet(4);
            const auto ofBoth = runs.addKey("k");
            for (int i = 0; i < 12; ++i)
                runs.decide(runs.addRun("r"), ofBoth, (i % 2 == 0) == otherFirst ? large : small, i % 4 < 2 ? 0U : 1U,
                            {{0, 10, 9, 14}, {1, 12, 10, 15}});
            const Dataset dataset = runs.take();
            const auto v = judgeKey(dataset, buildWinnerMatrix(dataset), ofBoth);
            CHECK(v.setsTied);
            const bool isSmallFirst = setOf(dataset, small).checksum < setOf(dataset, large).checksum;
            CHECK(v.set == (isSmallFirst ? small : large));
            CHECK(firstPair(v).reason == VerdictReason::candidateSetChanged);
        }
    }
    SUBCASE("one run in each set cannot be judged") {
        add(other, 3, {{3, 10, 9, 11}, {1, 20, 19, 21}});
        add(set, 0, {{0, 10, 9, 11}, {1, 20, 19, 21}});
        const Dataset dataset = builder.take();
        const auto v = judgeKey(dataset, buildWinnerMatrix(dataset), key);
        CHECK_FALSE(v.flips);
        CHECK(v.setChanged);
        CHECK(firstPair(v).verdict == Verdict::cannotTell);
        CHECK(firstPair(v).reason == VerdictReason::candidateSetChanged);
    }
}

TEST_CASE("each candidate is summed up over the runs") {
    DatasetBuilder builder;
    const auto set = builder.addSet(4);
    const auto key = builder.addKey("k");
    builder.decide(builder.addRun("run1"), key, set, 1, {{1, 30}})
        .failed.push_back({{2}, CandidateStatus::rejected, 0});
    builder.decide(builder.addRun("run2"), key, set, 1, {{1, 10}, {2, 40}});
    builder.decide(builder.addRun("run3"), key, set, 3, {{1, 20}});
    const Dataset dataset = builder.take();
    const auto v = judgeKey(dataset, buildWinnerMatrix(dataset), key);
    REQUIRE(v.candidates.size() == 3);
    const CandidateSummary& one = v.candidates[0];
    CHECK(one.index == CandidateIndex{1});
    CHECK(one.runsMeasured == 3);
    CHECK(one.runsWon == 2);
    CHECK(one.smallestMedian == Nanoseconds{10});
    CHECK(one.medianOfMedians == Nanoseconds{20});
    CHECK(one.largestMedian == Nanoseconds{30});
    const CandidateSummary& two = v.candidates[1];
    CHECK(two.runsMeasured == 1);
    CHECK(two.runsFailed == 1);
    CHECK(two.runsSkipped == 1);
    const CandidateSummary& three = v.candidates[2];
    CHECK(three.index == CandidateIndex{3});
    CHECK(three.runsWon == 1);
    CHECK(three.runsMeasured == 0);
    CHECK_FALSE(three.medianOfMedians.has_value());
}
