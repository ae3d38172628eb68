#pragma once

#include "core/analyse/key_timings.h"
#include "core/model/decision.h"

#include <cstddef>
#include <optional>

namespace flipscope {

struct NoiseBand {
    std::optional<Nanoseconds> lower, upper;  // null: unknown (one sample, no numbers)
};

// Band inside one run: [min, max]; unknown when zero width or without numbers.
[[nodiscard]] NoiseBand bandWithinRun(const Timing& timing);

// Runs in which the one and the other had the better score 0.8·min + 0.2·median, by which cubecl ranks since 0.10
// (formats cubecl-history §1.5).
struct ScoreLead {
    std::size_t a = 0, b = 0;
};

// What the runs say about two candidates of one key. a is the favourite or, without one, the more frequent winner.
struct PairEvidence {
    CandidateIndex a, b;
    std::size_t pairs = 0;                           // runs in which both were measured
    std::size_t aFaster = 0, bFaster = 0, ties = 0;  // by paired medians
    double signTestP = 1.0;                          // two-sided, ties dropped
    std::optional<double> relativeMargin;            // median over runs of (median_b - median_a) / median_a
    std::optional<Nanoseconds> absoluteMargin;       // median over runs of median_b - median_a
    std::size_t runsWithBands = 0;                   // both bands known and not of zero width
    std::size_t bandsApart = 0;                      // of these: the bands leave a gap
    std::size_t bandsApartForA = 0;                  // of these: a below b
    // Null when a producer's order of the two contradicts the score in some run: it ranks by another rule.
    std::optional<ScoreLead> scoreLead;
};

// Evidence for (a, b) in this order over the runs in which both were measured with numbers.
[[nodiscard]] PairEvidence comparePair(const KeyTimings& timings, CandidateIndex a, CandidateIndex b);

}  // namespace flipscope
