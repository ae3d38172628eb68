#pragma once

#include "core/analyse/pair_evidence.h"
#include "core/analyse/sign_test.h"
#include "core/analyse/winner_matrix.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flipscope {

// From this many runs on that measured both candidates, a two-sided sign test decides on a favourite (p at most
// kFavouriteP); with fewer, which cannot reach it, the bands inside the runs do.
inline constexpr std::size_t kPairsForSignTest = 6;
inline constexpr double kFavouriteP = 0.05;

enum class Verdict : std::uint8_t { cannotTell, coinFlip, realWin, disturbed };

enum class VerdictReason : std::uint8_t {
    nothingMeasuredInCommon,
    noWinnerKnown,       // a favourite by its timings, but no run tells what it used
    noBandsAndFewPairs,  // zero-width or no bands, fewer than six pairs
    candidateSetChanged,
    onlyOneCandidate,     // no second candidate was ever measured
    noFavouriteOverRuns,  // at least six pairs, sign test p > 0.05
    bandsOverlap,         // fewer than six pairs, bands overlap in most of them
    favouriteChosenAlways,
    favouriteNotAlwaysChosen,
    bandsApartInAll,  // fewer than six pairs, apart in all, always chosen
    bandsDisagree,    // fewer than six pairs, apart in some but not all and not overlapping in most
};

struct RunCost {
    RunIndex run;
    CandidateIndex chosen;
    std::optional<Nanoseconds> regret;  // median(chosen) - median(favourite) in that run
    std::optional<double> relativeRegret;
    // Whether the chosen one had the better score in that run; null where the pair has no scoreLead or no numbers.
    std::optional<bool> chosenLedByScore;
};

enum class ScoreLeader : std::uint8_t { neither, a, b };

// About one named pair. Without a second candidate evidence.b equals evidence.a.
struct PairVerdict {
    Verdict verdict = Verdict::cannotTell;
    VerdictReason reason = VerdictReason::nothingMeasuredInCommon;
    PairEvidence evidence;
    bool isByBands = true;  // fewer than kPairsForSignTest pairs; else by the sign test
    // The favourite by the score of evidence.scoreLead, by the same test; neither too without a scoreLead.
    ScoreLeader scoreLeader = ScoreLeader::neither;
    // disturbed: the main pair names every run that did not choose the favourite, a further pair those that chose the
    // other one of the pair.
    std::vector<RunCost> otherwise;
};

struct WinnerCount {
    CandidateIndex winner;
    std::size_t runs = 0;
};

// Evidence across the runs for one candidate of one key.
struct CandidateSummary {
    CandidateIndex index;
    // Runs of the compared set: measured (with or without numbers), failed for any reason, skipped = the rest.
    std::size_t runsMeasured = 0, runsFailed = 0, runsSkipped = 0, runsWon = 0;
    std::optional<Nanoseconds> smallestMedian, medianOfMedians, largestMedian;
};

struct KeyVerdict {
    KeyIndex key;
    bool flips = false;  // same set, different winner in two runs
    bool setChanged =
        false;  // more than one candidate set over the runs; winners are compared inside the most frequent one
    std::optional<CandidateSetIndex> set;  // the one compared
    bool setsTied = false;                 // other sets have as many runs and winners, so that nothing is judged
    std::vector<WinnerCount> winners;      // most frequent first, then by median of medians, then by name
    std::size_t runsWithWinner = 0;        // inside the set compared
    std::size_t runsWithoutWinner = 0;     // no winner known, or the key absent
    std::size_t runsWithOtherSet = 0;      // left out of the comparison
    // [0] is the main pair; empty never. With a flip every other winner follows, and none is a realWin, since no
    // candidate was chosen in every run; without one, the fastest candidate
    // that at least half of the winner's runs measured, when that is not the runner-up.
    std::vector<PairVerdict> pairs;
    std::vector<CandidateSummary> candidates;  // by index, those measured, failed or winning somewhere
};

// The candidate set that most runs of a key have, then the one with most winners, then by checksum; how many sets there
// are, and whether another one has as many runs and winners.
struct SetChoice {
    std::optional<CandidateSetIndex> most;
    std::size_t sets = 0;
    bool isTied = false;
};
[[nodiscard]] SetChoice mostUsedSet(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key);

// Verdict for one key over the runs of the matrix, by definitions "Bands and verdicts on flips". The set compared is
// the one of mostUsedSet. When the set changed and no pair of it can be judged, or it has one run only or no more runs
// than another one, the verdict is cannotTell with candidateSetChanged. The median of an even number of values is the
// mean of the two in the middle.
[[nodiscard]] KeyVerdict judgeKey(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key);
// The same; timings is working memory that can be used again and afterwards holds the key's timings in the compared
// set.
[[nodiscard]] KeyVerdict judgeKey(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key,
                                  KeyTimings& timings);

// The verdict about two candidates of the key's compared set: one of key.pairs, in either order, else judged anew with
// a as the more frequent winner. key: judgeKey of the same matrix.
[[nodiscard]] PairVerdict verdictOn(const Dataset& dataset, const WinnerMatrix& matrix, const KeyVerdict& key,
                                    CandidateIndex a, CandidateIndex b);

}  // namespace flipscope
