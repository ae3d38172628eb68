#pragma once

#include "core/rerun/candidate_classes.h"
#include "core/rerun/rerun_session.h"
#include "core/rerun/verdict.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// What a re-run says of one candidate, over all requests.
struct CandidateFindings {
    RerunCandidate candidate;
    // The gravest of its verdicts: findings first, then cannotTell, withinRounding, sameBits; notJudged only when no
    // request gave a result.
    RerunVerdict verdict;
    std::size_t round = 0;                     // the request that verdict is of
    std::optional<std::size_t> measuredClass;  // position in RerunFindings::classes.classes
};

struct RerunFindings {
    std::vector<CandidateFindings> candidates;  // in order of appearance
    CandidateClasses classes;
    std::optional<RerunCandidate> baseline;  // that the others were compared with; null when none ran
};

// What a candidate gave in a round; null when it has no result there. Lives as long as the round.
[[nodiscard]] const RerunResult* resultOf(const RerunRound& round, const RerunCandidate& candidate);

// Judges every result. `baseline`: the candidate that others are compared with; where it is null or has no result in
// any round, the first that has one.
[[nodiscard]] RerunFindings findingsOf(const RerunReport& report, const std::optional<RerunCandidate>& baseline);

// The names of the candidates whose verdict is a finding, or that were refused or failed: what a framework can be told
// to leave out. In order of appearance, each once.
[[nodiscard]] std::vector<RerunCandidate> blocklist(const RerunReport& report, const RerunFindings& findings);

}  // namespace flipscope
