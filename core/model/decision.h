#pragma once

#include "core/model/strong.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Timing summary of one candidate in one decision, as the producer computed it. The producer's variance is not kept:
// for kernels in the microsecond range it is zero whatever the noise.
struct Timing {
    Nanoseconds mean, median, min, max;
};

struct MeasuredCandidate {
    CandidateIndex index;
    bool hasTiming = true;  // some producers name a success without its numbers
    Timing timing;
};

enum class CandidateStatus : std::uint8_t {
    measured,
    skipped,         // not run: batch not reached, low priority, short circuit
    failed,          // refused in set-up, failed to compile or to launch
    rejected,        // declined before launch (cubecl 0.12)
    notMeasured,     // ran, but the profile carried no measurement
    invalidSamples,  // ran, but no usable sample
    unknownError,    // an error variant this reader does not know; counts as failed
};

struct FailedCandidate {
    CandidateIndex index;
    CandidateStatus status = CandidateStatus::failed;
    std::uint32_t reason = 0;  // index into Dataset::texts; 0 is the empty text
};

// One resource bound of the tuner: amount / peak / threshold is the time below which tuning stops early.
struct RooflineBound {
    double amount{}, peakPerSecond{}, threshold{};
};

// Why a used winner is known, or why not.
enum class WinnerSource : std::uint8_t {
    database,            // autotune row that this process filled
    log,                 // the log's fastest_index, proved to be the decided one (min <= 1.5 * smallest min)
    humanLog,            // "Fastest result …" text of the human log; same rule as log
    none_keyAbsent,      // this run never tuned the key
    none_notProvable,    // the log names a winner that the tuner may have eliminated
    none_notDecided,     // every candidate failed or nothing was named
    none_choicesCached,  // no line in this run: the choice came from a cache that does not say which
    none_contradictory,  // several decisions for the key in this run with different winners
    none_severalSets,    // several decisions for the key in this run, from different candidate sets
};

// One tuning of one key in one run.
struct Decision {
    KeyIndex key;
    CandidateSetIndex set;
    std::uint32_t line = 0;                        // 1-based line in the log; 0 when not from a text
    std::optional<CandidateIndex> loggedWinner;    // what the log names (best score, eliminated ones included)
    std::optional<CandidateIndex> databaseWinner;  // what the database of this process holds
    std::optional<CandidateIndex> usedWinner;      // what the run used; see source
    WinnerSource source = WinnerSource::none_notDecided;
    std::optional<Nanoseconds> limit;                // short-circuit limit
    std::optional<CandidateIndex> shortCircuitedBy;  // candidate that ended the measuring early
    std::optional<Nanoseconds> launchOverhead;
    std::vector<RooflineBound> bounds;
    std::vector<MeasuredCandidate> measured;  // in the producer's order (best score first)
    std::vector<FailedCandidate> failed;      // everything not measured and not skipped; all others were skipped
};

// 0.8·min + 0.2·median in ns, by which cubecl ranks since 0.10 (formats cubecl-history §1.5).
[[nodiscard]] double rankingScore(const Timing& timing);

// The timing of a candidate in a decision; null when it was not measured or has no numbers. The pointer lives as long
// as the decision.
[[nodiscard]] const Timing* timingOf(const Decision& decision, CandidateIndex candidate);

}  // namespace flipscope
