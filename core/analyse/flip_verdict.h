#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analyse/winner_matrix.h"

namespace flipscope {

enum class Verdict : std::uint8_t { cannotTell, coinFlip, realWin, disturbed };

enum class VerdictReason : std::uint8_t {
    nothingMeasuredInCommon,
    noBandsAndFewPairs,   // zero-width or no bands, fewer than six pairs
    candidateSetChanged,
    onlyOneCandidate,     // no second candidate was ever measured
    noFavouriteOverRuns,  // at least six pairs, sign test p > 0.05
    bandsOverlap,         // fewer than six pairs, bands overlap in most of them
    favouriteChosenAlways,
    favouriteNotAlwaysChosen,
    bandsApartInAll,      // fewer than six pairs, apart in all, always chosen
    bandsDisagree,        // fewer than six pairs, apart in some but not all and not overlapping in most
};

// What the runs say about two candidates of one key. a is the favourite or, without one, the more frequent winner.
struct PairEvidence {
    CandidateIndex a, b;
    std::size_t pairs = 0;               // runs in which both were measured
    std::size_t aFaster = 0, bFaster = 0, ties = 0;  // by paired medians
    double signTestP = 1.0;              // two-sided, ties dropped
    std::optional<double> relativeMargin;      // median over runs of (median_b - median_a) / median_a
    std::optional<Nanoseconds> absoluteMargin; // median over runs of median_b - median_a
    std::size_t runsWithBands = 0;       // both bands known and not of zero width
    std::size_t bandsApart = 0;          // of these
};

struct RunCost {
    RunIndex run;
    CandidateIndex chosen;
    std::optional<Nanoseconds> regret;  // median(chosen) - median(favourite) in that run
    std::optional<double> relativeRegret;
};

struct PairVerdict {
    Verdict verdict = Verdict::cannotTell;
    VerdictReason reason = VerdictReason::nothingMeasuredInCommon;
    PairEvidence evidence;
    std::vector<RunCost> otherwise;  // disturbed: the runs that did not choose the favourite and what it cost
};

struct WinnerCount {
    CandidateIndex winner;
    std::size_t runs = 0;
};

struct NoiseBand {
    std::optional<Nanoseconds> lower, upper;  // null: unknown (one sample, no numbers)
};

// Evidence across the runs for one candidate of one key.
struct CandidateSummary {
    CandidateIndex index;
    std::size_t runsMeasured = 0, runsFailed = 0, runsSkipped = 0, runsWon = 0;
    std::optional<Nanoseconds> smallestMedian, medianOfMedians, largestMedian;
};

struct KeyVerdict {
    KeyIndex key;
    bool flips = false;       // same set, different winner in two runs
    bool setChanged = false;  // more than one candidate set over the runs; winners are compared inside the most frequent one
    std::optional<CandidateSetIndex> set;  // the one compared
    std::vector<WinnerCount> winners;      // most frequent first, then by index
    std::size_t runsWithWinner = 0, runsWithoutWinner = 0;
    std::vector<PairVerdict> pairs;  // [0] is the main pair; empty never
    std::vector<CandidateSummary> candidates;  // by index, those measured, failed or winning somewhere
};

// Band inside one run: [min, max]; unknown when zero width or without numbers.
[[nodiscard]] NoiseBand bandWithinRun(const Timing& timing);

// Two-sided sign test: P(at least as lopsided) for wins+losses fair coin throws; 1 when there are none.
[[nodiscard]] double signTest(std::size_t wins, std::size_t losses);

// Verdict for one key over the runs of the matrix, by definitions "Bands and verdicts on flips".
[[nodiscard]] KeyVerdict judgeKey(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key);

}  // namespace flipscope
