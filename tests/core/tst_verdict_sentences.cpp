#include "core/report/sentences.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Case {
    Dataset dataset;
    KeyVerdict key;
    PairVerdict pair;
};

Case smallCase() {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"red", "green"});
    const KeyIndex key = builder.addKey("k");
    builder.addRun("run1");
    builder.addRun("run2");
    Case made{builder.take(), {}, {}};
    made.key.key = key;
    made.key.set = set;
    made.key.runsWithWinner = 8;
    made.pair.evidence.a = CandidateIndex{0};
    made.pair.evidence.b = CandidateIndex{1};
    made.pair.isByBands = false;
    return made;
}

}  // namespace

TEST_CASE("a coin flip over many runs states who was faster how often, p and margin") {
    Case c = smallCase();
    c.pair.verdict = Verdict::coinFlip;
    c.pair.reason = VerdictReason::noFavouriteOverRuns;
    c.pair.evidence.pairs = 8;
    c.pair.evidence.aFaster = 4;
    c.pair.evidence.bFaster = 3;
    c.pair.evidence.ties = 1;
    c.pair.evidence.signTestP = 1.0;
    c.pair.evidence.relativeMargin = 0.016;
    c.pair.evidence.absoluteMargin = Nanoseconds{400};
    CHECK(verdictSentence(c.dataset, c.key, c.pair) ==
          "Coin flip by median between 0 red and 1 green: the first was faster in 4 of 8 runs in which both were "
          "measured "
          "(slower in "
          "3, 1 tie; two-sided sign test p = 1); in the median the second took 1.6 % longer (400 ns). The choice is "
          "noise.");
}

TEST_CASE("a wide margin without a favourite is not called noise") {
    Case c = smallCase();
    c.pair.verdict = Verdict::coinFlip;
    c.pair.reason = VerdictReason::noFavouriteOverRuns;
    c.pair.evidence.pairs = 8;
    c.pair.evidence.aFaster = 6;
    c.pair.evidence.bFaster = 2;
    c.pair.evidence.signTestP = 0.289;
    c.pair.evidence.relativeMargin = 0.4;
    const std::string sentence = verdictSentence(c.dataset, c.key, c.pair);
    CHECK(sentence.find("The choice is noise") == std::string::npos);
    CHECK(sentence.find("The medians differ by 40.0 %, but which of the two is faster changes from run to run") !=
          std::string::npos);
    c.pair.evidence.relativeMargin = -0.019;
    CHECK(verdictSentence(c.dataset, c.key, c.pair).find("The choice is noise.") != std::string::npos);
}

TEST_CASE("a coin flip over few runs rests on the bands") {
    Case c = smallCase();
    c.pair.verdict = Verdict::coinFlip;
    c.pair.reason = VerdictReason::bandsOverlap;
    c.pair.isByBands = true;
    c.pair.evidence.pairs = 3;
    c.pair.evidence.runsWithBands = 3;
    c.pair.evidence.bandsApart = 1;
    CHECK(verdictSentence(c.dataset, c.key, c.pair) ==
          "Coin flip by noise bands between 0 red and 1 green: measured together in only 3 runs (fewer than six, so "
          "their noise bands decide), and the bands [min, max] are apart in 1 of 3 runs that have both. The choice is "
          "noise.");
}

TEST_CASE("a real win says that it was chosen in every run") {
    Case c = smallCase();
    c.pair.verdict = Verdict::realWin;
    c.pair.reason = VerdictReason::favouriteChosenAlways;
    c.pair.evidence.pairs = 7;
    c.pair.evidence.aFaster = 7;
    c.pair.evidence.signTestP = 0.015625;
    c.pair.evidence.relativeMargin = 0.019;
    CHECK(verdictSentence(c.dataset, c.key, c.pair) ==
          "Real win by median of 0 red over 1 green: faster in 7 of 7 runs in which both were measured (slower in 0; "
          "two-sided "
          "sign "
          "test p = 0.016); in the median the second took 1.9 % longer, and it was chosen in every run.");
}

TEST_CASE("what was chosen is said of the runs that tell their choice, and of how many that is not known") {
    Case c = smallCase();
    c.pair.verdict = Verdict::realWin;
    c.pair.reason = VerdictReason::favouriteChosenAlways;
    c.pair.evidence.pairs = 6;
    c.key.runsWithWinner = 3;
    const auto ends = [&](const std::string& words) {
        return verdictSentence(c.dataset, c.key, c.pair).ends_with(words);
    };
    CHECK(ends(", and it was chosen in every run."));
    c.key.runsWithoutWinner = 3;
    CHECK(ends(", and it was chosen in every run that tells its choice (3 of 6)."));
    c.key.runsWithOtherSet = 2;
    CHECK(ends(", and it was chosen in every run that tells its choice among these candidates (3 of 8)."));
    c.key.runsWithoutWinner = 0;
    CHECK(ends(", and it was chosen in every run that tells its choice among these candidates (3 of 5)."));
    c.pair.verdict = Verdict::disturbed;
    c.pair.reason = VerdictReason::favouriteNotAlwaysChosen;
    c.pair.otherwise = {{RunIndex{1}, CandidateIndex{1}, {}, {}, {}}};
    CHECK(ends("not chosen in 1 of 3 runs that tell their choice among these candidates: run2 chose 1."));
    c.key.runsWithOtherSet = 0;
    CHECK(ends("not chosen in 1 of 3 runs: run2 chose 1."));
    c.key.runsWithoutWinner = 1;
    CHECK(ends("not chosen in 1 of 3 runs that tell their choice: run2 chose 1."));
    c.key.runsWithWinner = 1;
    CHECK(ends("not chosen in 1 of 1 run that tells its choice: run2 chose 1."));
}

TEST_CASE("a disturbed key names the runs that chose otherwise and what it cost") {
    Case c = smallCase();
    c.pair.verdict = Verdict::disturbed;
    c.pair.reason = VerdictReason::favouriteNotAlwaysChosen;
    c.pair.evidence.pairs = 8;
    c.pair.evidence.aFaster = 8;
    c.pair.evidence.signTestP = 0.0078125;
    c.pair.otherwise = {{RunIndex{1}, CandidateIndex{1}, Nanoseconds{2500}, 0.1, {}}};
    CHECK(verdictSentence(c.dataset, c.key, c.pair) ==
          "Disturbed: 0 red beats 1 green by median, faster in 8 of 8 runs in which both were measured (slower in 0; "
          "two-sided "
          "sign "
          "test p = 0.0078). It was nevertheless not chosen in 1 of 8 runs: run2 chose 1 (+2.50 µs, +10.0 %).");
}

TEST_CASE("every reason why it cannot be told has words of its own") {
    Case c = smallCase();
    c.pair.evidence.pairs = 2;
    const auto sentence = [&](VerdictReason reason) {
        c.pair.reason = reason;
        return verdictSentence(c.dataset, c.key, c.pair);
    };
    CHECK(sentence(VerdictReason::nothingMeasuredInCommon) ==
          "Cannot tell: 0 red and 1 green were never measured in the same run.");
    CHECK(sentence(VerdictReason::noWinnerKnown) ==
          "Cannot tell: 0 red beats 1 green by median, faster in 0 of 2 runs in which both were measured (slower in 0; "
          "two-sided sign test p = 1), but no run tells which candidate it used.");
    c.pair.isByBands = true;
    CHECK(sentence(VerdictReason::noWinnerKnown) ==
          "Cannot tell: 0 red beats 1 green by noise bands, measured together in only 2 runs (fewer than six, so their "
          "noise bands decide), and the bands [min, max] are apart in 0 of 0 runs that have both, but no run tells "
          "which candidate it used.");
    CHECK(sentence(VerdictReason::candidateSetChanged).find("candidate set changed") != std::string::npos);
    CHECK(sentence(VerdictReason::onlyOneCandidate).find("no second candidate") != std::string::npos);
    CHECK(sentence(VerdictReason::noBandsAndFewPairs).find("without a noise band") != std::string::npos);
    CHECK(sentence(VerdictReason::bandsDisagree).find("the bands [min, max] are apart in 0 of 0 runs") !=
          std::string::npos);
}

TEST_CASE("noise by median is no noise when the tuner's score has a favourite") {
    Case c = smallCase();
    c.pair.verdict = Verdict::coinFlip;
    c.pair.reason = VerdictReason::noFavouriteOverRuns;
    c.pair.evidence.pairs = 8;
    c.pair.evidence.aFaster = 4;
    c.pair.evidence.bFaster = 4;
    c.pair.evidence.scoreLead = ScoreLead{8, 0};
    c.pair.scoreLeader = ScoreLeader::a;
    const std::string sentence = verdictSentence(c.dataset, c.key, c.pair);
    CHECK(sentence.find("By the tuner's own ranking (0.8 × minimum + 0.2 × median) 0 leads in 8 of 8 runs: its choice "
                        "was no noise.") != std::string::npos);
    CHECK(sentence.find("The choice is noise") == std::string::npos);
    c.pair.evidence.scoreLead = ScoreLead{5, 3};
    c.pair.scoreLeader = ScoreLeader::neither;
    CHECK(verdictSentence(c.dataset, c.key, c.pair).find("The choice is noise.") != std::string::npos);
}

TEST_CASE("a choice by the tuner's own score is told without blame") {
    Case c = smallCase();
    c.pair.verdict = Verdict::disturbed;
    c.pair.reason = VerdictReason::favouriteNotAlwaysChosen;
    c.pair.evidence.pairs = 8;
    c.pair.evidence.aFaster = 8;
    c.pair.evidence.signTestP = 0.0078125;
    c.pair.evidence.scoreLead = ScoreLead{0, 8};
    c.pair.scoreLeader = ScoreLeader::b;
    c.pair.otherwise = {{RunIndex{1}, CandidateIndex{1}, Nanoseconds{2500}, 0.1, true}};
    const std::string sentence = verdictSentence(c.dataset, c.key, c.pair);
    CHECK(sentence.find("evertheless") == std::string::npos);
    CHECK(sentence.find("had the better score by the tuner's own ranking") != std::string::npos);
    CHECK(sentence.find("By that ranking 1 leads in 8 of 8 runs.") != std::string::npos);
    c.pair.otherwise.front().chosenLedByScore = false;
    CHECK(verdictSentence(c.dataset, c.key, c.pair).find("evertheless") != std::string::npos);
    c.pair.evidence.scoreLead = ScoreLead{8, 0};
    c.pair.scoreLeader = ScoreLeader::a;
    CHECK(verdictSentence(c.dataset, c.key, c.pair).find("ranking") == std::string::npos);
}

TEST_CASE("verdicts that differ are told each with its pairs; one that cannot be told contradicts none") {
    const Case c = smallCase();
    const auto pairOf = [&](std::uint32_t b, Verdict verdict) {
        PairVerdict pair = c.pair;
        pair.evidence.b = CandidateIndex{b};
        pair.verdict = verdict;
        return pair;
    };
    CHECK(differingVerdictsSentence(c.key, {}).empty());
    CHECK(differingVerdictsSentence(c.key, {pairOf(1, Verdict::coinFlip), pairOf(2, Verdict::coinFlip)}).empty());
    CHECK(differingVerdictsSentence(c.key, {pairOf(1, Verdict::coinFlip), pairOf(2, Verdict::cannotTell)}).empty());
    std::vector<PairVerdict> pairs{pairOf(1, Verdict::coinFlip)};
    for (std::uint32_t b = 2; b < 9; ++b)
        pairs.push_back(pairOf(b, Verdict::disturbed));
    CHECK(differingVerdictsSentence(c.key, pairs) ==
          "Each verdict is about one pair, and they need not agree: coin flip for 0 against 1; disturbed for "
          "0 against 2, 0 against 3, 0 against 4 and 4 more.");
}

TEST_CASE("a suspect's verdict alone where it is the key's, both where it is not") {
    Case c = smallCase();
    c.pair.verdict = Verdict::coinFlip;
    c.key.pairs = {c.pair};
    CHECK(suspectVerdictSentence(c.dataset, c.key, c.pair) == verdictSentence(c.dataset, c.key, c.pair));
    PairVerdict other = c.pair;
    other.verdict = Verdict::disturbed;
    std::swap(other.evidence.a, other.evidence.b);
    const std::string words = suspectVerdictSentence(c.dataset, c.key, other);
    CHECK(words.starts_with(verdictSentence(c.dataset, c.key, other)));
    CHECK(words.ends_with("coin flip for 0 against 1; disturbed for 1 against 0."));
}
