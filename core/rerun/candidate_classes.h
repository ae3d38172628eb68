#pragma once

#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// One request and what came back. The same input may be asked for again: other bits then are not a candidate's own.
struct RerunRound {
    RerunRequest request;
    std::vector<RerunResult> results;
};

// What candidates were given: problem, placement and seeds. Device and code generator are the caller's to keep equal.
struct MeasuredInput {
    RerunProblem problem;
    OperandPlacement placement;
    std::uint64_t lhsSeed = kLhsSeed, rhsSeed = kRhsSeed;
    friend bool operator==(const MeasuredInput&, const MeasuredInput&) = default;
};

[[nodiscard]] MeasuredInput inputOf(const RerunRequest& request);
// Whether both give the same input to kernels of the same code generator: equal candidates then have to give equal
// bits.
[[nodiscard]] bool sameInput(const RerunRequest& a, const RerunRequest& b);

// Candidates with equal bits on every input that two of them both ran.
struct MeasuredClass {
    std::vector<RerunCandidate> members;                  // in order of appearance
    std::vector<RerunCandidate> partialMembers;           // those of them that did not run on all inputs of the class
    std::vector<std::optional<std::uint64_t>> checksums;  // by input; null: no member ran on it
};

// Why a candidate is in no class.
enum class NoClassReason : std::uint8_t {
    neverRan,         // refused, failed or not run on every input
    notReproducible,  // on some input its bits are not its own: unwritten elements, a fill read, repeats differ
    severalFit,       // too few inputs to tell which of the classes it is
    nothingInCommon,  // it shares no input with the only class it could be
    contradicted,     // fits a class, and so does a candidate that it differs from
};

// Candidates that ran on the same inputs with equal checksums, and are in no class for the same reason.
struct CandidatesWithoutClass {
    std::vector<RerunCandidate> members;
    NoClassReason reason = NoClassReason::neverRan;
    std::vector<std::size_t> possible;  // the classes that they are not proven to differ from
};

struct CandidateClasses {
    std::vector<MeasuredInput> inputs;   // those on which a candidate ran with bits of its own
    std::vector<MeasuredClass> classes;  // by their members' lowest index; those without one behind, by name
    std::vector<CandidatesWithoutClass> without;
};

// The partition of the candidates into classes of equal checksums, over all rounds. Equality on common inputs is not
// transitive where candidates lack inputs (refused there), so classes are made in two steps:
// 1. Candidates in order of the number of inputs they ran on, most first, then of appearance: one that is proven to
//    differ (another checksum on a common input) from every class so far founds a class. Founders are pairwise proven
//    to differ.
// 2. Every other candidate joins the class of the only founder from which it is not proven to differ, provided they
//    share an input. If several founders are left, or no input is shared, it cannot be told which it is.
// Of a class, members that did not run on all of the founder's inputs can still differ from each other on inputs that
// the founder did not run: such pairs leave the class as contradicted.
// With a candidate that ran on every input in each class, this is equality over all inputs tried. Candidates are the
// same when index and name are equal.
[[nodiscard]] CandidateClasses classifyCandidates(const std::vector<RerunRound>& rounds);

// A class of measured equal bits, by its position: A, B, … Z, AA ….
[[nodiscard]] std::string className(std::size_t measuredClass);

}  // namespace flipscope
