#pragma once

#include "core/rerun/candidate_classes.h"
#include "core/rerun/rerun_session.h"
#include "core/rerun/verdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flipscope {

// One request in which a candidate was refused, failed, timed out or had findings.
struct RerunIncident {
    std::size_t round = 0;  // in RerunReport::rounds
    RerunStatus status = RerunStatus::notRun;
    RerunVerdict verdict;  // has the findings
    RerunMeans means = RerunMeans::emulated;
    std::string because;   // as the worker said; may be hostile
    bool byAsker = false;  // as in RerunResult
};

// What a re-run says of one candidate, over all requests.
struct CandidateFindings {
    RerunCandidate candidate;
    // The gravest of its verdicts: findings first, then cannotTell, withinRounding, sameBits where there was a baseline
    // to compare with, then those where there was none; notJudged only when no request gave a result. Of equally grave
    // ones that whose error comes closest to what is allowed.
    RerunVerdict verdict;
    std::vector<RerunFinding> findings;  // all that hold on any request, in the order of RerunFinding, each once
    // Over all requests: the largest |c - reference| / (|A|·|B|) against the exact product of the operands as they are,
    // so that what the rounding of operands costs is in it. Null where none was measured.
    std::optional<double> largestError;
    // largestError in parts of the baseline's: of a candidate with other bits, within rounding, that ran on the same
    // inputs. Null for others, and where either is zero or infinite.
    std::optional<double> errorToBaseline;
    std::size_t round = 0;                     // the request that verdict is of
    std::size_t firstSuch = 0;                 // the first request with one as grave
    std::optional<std::size_t> measuredClass;  // position in RerunFindings::classes.classes
    std::vector<std::size_t> ranOn;            // positions in RerunFindings::classes.inputs, ascending
    std::optional<std::size_t> firstRan;       // the first request on which it gave a result
    std::vector<RerunIncident> incidents;      // in order of the requests
    // Over all requests: launches after the first with the same fill, those of them with other bits than it, and
    // whether the device was kept busy during all of them.
    std::uint64_t comparedRepeats = 0, differentRepeats = 0;
    bool gridFilled = false;
};

// From this ratio on errors are told apart: a smaller one may come of the inputs.
inline constexpr double kNotableError = 1.5;

struct RerunFindings {
    std::vector<CandidateFindings> candidates;  // in order of appearance
    CandidateClasses classes;
    std::optional<RerunCandidate> baseline;  // that the others were compared with; null when none ran
};

// Whether the finding holds on any request.
[[nodiscard]] bool hasFinding(const CandidateFindings& found, RerunFinding finding);

// What was found out about a candidate; null when it is not among them. Lives as long as the findings.
[[nodiscard]] const CandidateFindings* foundOf(const RerunFindings& findings, const RerunCandidate& candidate);

// What a candidate gave in a round; null when it has no result there. Lives as long as the round.
[[nodiscard]] const RerunResult* resultOf(const RerunRound& round, const RerunCandidate& candidate);

// The error of one result against the exact product of the operands as they are; null where it was not measured.
[[nodiscard]] std::optional<double> errorAsTheyAre(const RerunResult& result, const RerunProblem& problem);

// The time of a candidate, which may have been measured with other inputs than those of its verdict; null for none.
// Lives as long as the report.
[[nodiscard]] const TimingSummary* timingOf(const RerunReport& report, const RerunCandidate& candidate);

// How the bits came about, of all candidates or of some; empty when none gave a result.
[[nodiscard]] std::set<RerunMeans> meansOf(const RerunReport& report);
[[nodiscard]] std::set<RerunMeans> meansOf(const RerunReport& report, const std::vector<RerunCandidate>& candidates);

// Judges one result of a round of the report, beside that of the baseline where it ran there, too. A candidate that
// gave other bits by the same means in an earlier round of the same input is nondeterministic; as a baseline it is
// compared with nobody on that input. Precondition: `round` is below the number of rounds.
[[nodiscard]] RerunVerdict verdictIn(const RerunReport& report, std::size_t round, const RerunResult& result,
                                     const std::optional<RerunCandidate>& baseline);

// Judges every result. `baseline`: the candidate that others are compared with; where it is null or has no result in
// any round, the first that has one.
[[nodiscard]] RerunFindings findingsOf(const RerunReport& report, const std::optional<RerunCandidate>& baseline);

// Whether the key stands for the problem and the buffers of the request, so that the tuner's choice can meet them.
// Where that cannot be told, only its own sizes count.
[[nodiscard]] bool meetsKey(const RerunRequest& request);

// Whether an incident speaks against the candidate: the worker itself reported it (who is at fault for a worker that
// died, fell silent or broke the protocol cannot be told), the candidate itself ran (what goes wrong in a model or a
// replica says nothing about it), and if nothing is wrong but that there is no result, then where it had to give one: a
// refusal counts only where the request meets the key, and so does a failure on buffers that are misaligned or padded.
[[nodiscard]] bool accuses(const RerunIncident& incident, const RerunReport& report);

// The candidates with an incident that accuses them: what a framework can be told to leave out for the key. In order of
// appearance, each once.
[[nodiscard]] std::vector<RerunCandidate> blocklist(const RerunReport& report, const RerunFindings& findings);

// An upper bound at 95 % confidence on the share of launches that give other bits, when 0 of `compared` did: 3/N.
// Null where that says nothing (N of 3 or less).
[[nodiscard]] std::optional<double> repeatRateBound(std::uint64_t compared);

}  // namespace flipscope
