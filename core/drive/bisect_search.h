#pragma once

#include "core/drive/bisect_answer.h"
#include "core/drive/trial_evidence.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flipscope {

// One run of the program whose choices are those of the good run, except for `fromBad`: these are the bad run's.
struct TrialRun {
    KeySet fromBad;
    TrialOutcome outcome = TrialOutcome::invalid;
    std::string because;  // why it does not count; what the outcome was
};

struct BisectPlan {
    std::size_t keyCount = 0;  // keys in which the good and the bad run differ, the likeliest culprit first
    bool ranked = false;       // the order means something: begin with the first ones
    EvidenceLimits limits;
};

// What to try next, or the answer.
struct BisectStep {
    bool isOver = false;
    KeySet next;            // to be run once (again), when not over
    bool confirms = false;  // the next run repeats for the proof or tries one of the ends, in place of searching
    BisectAnswer answer;    // when over
};

// The next step of a bisection after these runs, in the order in which they were made. Delta debugging that keeps what
// a step has found: a binary search for the shortest prefix that is bad, whose last key belongs to the culprits, again
// below it with that key kept, until the kept ones alone are bad; then every key is left out once (Zeller and
// Hildebrandt, IEEE TSE 28, 2002; Junker, QuickXplain, AAAI 2004). As long as no configuration has shown two outcomes,
// one deterministic culprit among n keys takes at most 2*ceil(log2 n) + 4 different configurations. Of several groups
// those are dropped that need not be undone. What a proof rests on (proofClaims) is repeated (see EvidenceLimits), and
// behind all other runs all of it is run again in rounds (see nextInRounds), so that what drifts, or comes and goes for
// some runs, is not taken for a proof. bisect_proof.h derives how often a proof is nothing but luck.
//
// A pure function of its arguments: it keeps nothing, so that a search goes on where its runs were kept. Thread rule:
// any thread.
[[nodiscard]] BisectStep nextBisectStep(const BisectPlan& plan, const std::vector<TrialRun>& runs);

// The bound above for one deterministic culprit. keyCount: at least 1.
[[nodiscard]] constexpr std::size_t expectedConfigurations(std::size_t keyCount) {
    return 2 * static_cast<std::size_t>(std::bit_width(keyCount - 1)) + 4;  // bit_width(n − 1) is ceil(log2 n)
}

// How often each distinct configuration was run, in order of its first run.
struct TrialSummary {
    KeySet fromBad;
    TrialTally tally;
};
[[nodiscard]] std::vector<TrialSummary> summariseTrials(const std::vector<TrialRun>& runs);

}  // namespace flipscope
