#pragma once

#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flipscope {

// What can be wrong with a candidate, in the order in which one of them becomes the verdict.
enum class RerunFinding : std::uint8_t {
    writesOutside,
    leavesUnwritten,
    readsUnwritten,    // the result depends on a fill that is not its input
    nondeterministic,  // same fill, different bits
    wrong,
};

enum class RerunVerdictKind : std::uint8_t {
    notJudged,  // it has no result: see the status
    writesOutside,
    leavesUnwritten,
    readsUnwritten,
    nondeterministic,
    wrong,
    sameBits,        // as the baseline
    withinRounding,  // of the model
    cannotTell,
};

enum class RerunReason : std::uint8_t {
    noResult,
    guardsChanged,
    elementsUnwritten,
    bitsFollowFill,
    repeatsDiffer,
    fillsDiffer,        // launches into different fills differ, none was made again with the same one: either may be
    otherBitsBefore,    // than when it ran on the same input before
    aboveAssumedBound,  // the class is known: its model's bound does not hold
    aboveEveryBound,    // the class is not known: no model's bound holds
    isBaseline,
    sameChecksum,  // as the baseline
    withinAssumedBound,
    withinSomeBound,  // the class is not known: of the most exact model whose bound holds
    errorsNotMeasured,
    modelsNotMeasured,    // the assumed model's error, or that of every model not tried, is missing
    roundingNotMeasured,  // the error may be the rounding of a tiny f16 output
};

// The verdict that a finding becomes.
[[nodiscard]] RerunVerdictKind kindOf(RerunFinding finding);

// The names of the enumerators: "writesOutside", "sameBits" …, as in JSON.
[[nodiscard]] std::string_view toString(RerunFinding finding);
[[nodiscard]] std::string_view toString(RerunVerdictKind kind);

// One precision model held against the measured error, both in units of |A||B|.
struct ModelCheck {
    PrecisionModel model = PrecisionModel::f32;
    double error = 0, bound = 0;
    bool roundingInBound = false;  // the rounding of the output is part of both; else it was taken off the error
    [[nodiscard]] bool holds() const { return error <= bound; }
};

// The verdict on one candidate for one request. Source: docs "Definitions", Re-run; the bound: error_analysis.h.
struct RerunVerdict {
    RerunVerdictKind kind = RerunVerdictKind::notJudged;
    RerunReason reason = RerunReason::noResult;
    std::vector<RerunFinding> findings;   // all that hold, in the order above
    std::vector<ModelCheck> checks;       // the models tried: the assumed one, or all, most exact first
    bool classKnown = false;              // the model was assumed by a known class
    std::optional<PrecisionModel> model;  // whose bound holds, whatever the kind; null when none does or none was tried
    bool compared = false;  // with the bits of a sound baseline; else nothing is known of same or other bits

    // From the result: what the findings rest on.
    std::uint64_t guardBytesChanged = 0, unwritten = 0, elements = 0;
    unsigned repeats = 0, comparedRepeats = 0, differentRepeats = 0;
    std::uint64_t checksum = 0;
    std::optional<std::uint64_t> checksumBefore;  // of the same candidate on the same input, where it was another one
};

// The check that decided: the one of the model that holds, else the last that failed; null when none was tried.
[[nodiscard]] const ModelCheck* decisiveCheck(const RerunVerdict& verdict);

// Judges by the counts and errors of the result alone; no element is looked at. `baseline`: the result of the candidate
// that others are compared with, for the same request; null for none. A baseline that has findings itself is compared
// with nobody. Bits that differ between two fills are blamed on the fill only where launches with the same one were
// compared and all gave equal bits: where some did not, a race explains both, and where none was compared, it cannot be
// told. The model is assumed by result.classId where that is set and the bits are emulated or a replica's; the
// class of a real candidate is at best predicted, whatever its worker says, so its result may hold under any model of
// the operands' type, and it is wrong only when all of them were tried and none holds. An error that is NaN holds under
// none.
[[nodiscard]] RerunVerdict judge(const RerunResult& result, const RerunProblem& problem,
                                 const RerunResult* baseline = nullptr);

// The verdict on a result whose candidate gave other bits when it ran on the same input before: nondeterministic, too.
[[nodiscard]] RerunVerdict withBitsBefore(RerunVerdict verdict, std::uint64_t checksumBefore);

}  // namespace flipscope
