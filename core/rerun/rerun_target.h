#pragma once

#include "core/analyse/flip_verdict.h"
#include "core/model/dataset.h"
#include "core/model/result.h"
#include "core/rerun/rerun_request.h"

#include <string>
#include <vector>

namespace flipscope {

// A tuning key with the candidate set that its indices count in, as it is known again when the runs are read again. All
// empty: a problem of its own that belongs to no key.
struct RerunSubject {
    std::string keyJson, tuner, setChecksum;
    friend bool operator==(const RerunSubject&, const RerunSubject&) = default;
};

// Whether two targets are the same: by their subjects or, where they belong to no key, by their labels, too.
[[nodiscard]] bool isSameTarget(const RerunSubject& a, const std::string& aLabel, const RerunSubject& b,
                                const std::string& bLabel);

// What can be re-run: candidates and a problem.
struct RerunTarget {
    RerunSubject subject;
    std::string label;                       // "matmul 512×1024×128 f32 (e96a7a59)"; from logs, to be made printable
    std::string keyId;                       // empty without a key
    std::vector<RerunCandidate> candidates;  // the whole set
    std::vector<RerunCandidate> winners;     // of the key over the runs, most frequent first; may be empty
    RerunProblem problem;                    // the key's own sizes
};

[[nodiscard]] std::vector<RerunCandidate> candidatesOf(const CandidateSet& set);
// Winners that the set has not are left out.
[[nodiscard]] std::vector<RerunCandidate> winnersOf(const CandidateSet& set, const KeyVerdict& key);

// Identity of a key in the set that its verdict compares. Precondition: key.set.
[[nodiscard]] RerunSubject subjectOf(const Dataset& dataset, const KeyVerdict& key);

// An Error says in words why the key cannot be re-run: see problemOfKey; or its candidates are not known.
[[nodiscard]] Result<RerunTarget> rerunTargetOf(const Dataset& dataset, const KeyVerdict& key);

// The 33 candidates that burn 0.22.0 offers for a plain matmul, for problems that belong to no key. Without a label.
[[nodiscard]] RerunTarget knownMatmulTarget();

// The three problems of the public report's minimal reproduction (64×64×64, 512×128×1024, 10×512×64 as m×k×n, f32,
// dense), with those candidates.
[[nodiscard]] std::vector<RerunTarget> reportedRepro();

}  // namespace flipscope
