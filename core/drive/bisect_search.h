#pragma once

#include "core/drive/trial_evidence.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Positions of differing keys, ascending.
using KeySet = std::vector<std::uint32_t>;

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

enum class BisectVerdict : std::uint8_t { proven, notAmongChoices, undecided };
enum class BisectReason : std::uint8_t {
    bothWays,          // proven: the culprits turn good into bad, and back
    noDifference,      // notAmongChoices: the choices are the same
    goodEndIsNotGood,  // notAmongChoices: all choices of the good run do not give its outcome
    badEndIsNotBad,    // notAmongChoices: all choices of the bad run do not give its outcome
    outcomeVaries,     // undecided: equal choices give either outcome, and the two ends do not differ clearly
    endsInvalid,       // undecided: the ends could not be tried
    trialsInvalid,     // undecided: trials that the search needs do not count
    tooVaried,         // undecided: a configuration that the proof needs is neither clearly good nor clearly bad
    thirdOutcome,      // undecided: undoing the culprits leads neither to good nor to bad
    tooManyGroups,     // undecided: more independent sets of culprits than are looked for
};
[[nodiscard]] std::string_view toString(BisectVerdict verdict);
[[nodiscard]] std::string_view toString(BisectReason reason);

struct BisectAnswer {
    BisectVerdict verdict = BisectVerdict::undecided;
    BisectReason reason = BisectReason::outcomeVaries;
    // Each turns good into bad by itself, and none of its keys can be left out. All of them must be undone to turn bad
    // into good. Of an undecided answer: what was found so far, not proven.
    std::vector<KeySet> groups;
    KeySet suspected;  // undecided: the search ended inside these
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
// one deterministic culprit among n keys takes at most 2*ceil(log2 n) + 4 different configurations. A proof rests on
// the two ends, on each group alone, on it without each of its keys and on everything but the culprits, all of them
// repeated (see EvidenceLimits), and on the ends once more behind all that, so that a program that drifts is not taken
// for a proof.
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
