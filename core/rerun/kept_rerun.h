#pragma once

#include "core/analyse/card.h"
#include "core/rerun/key_bucket.h"
#include "core/rerun/rerun_session.h"
#include "core/rerun/rerun_target.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What was found out about a target on one device: the results of all its re-runs there.
struct KeptRerun {
    RerunSubject subject;
    std::string label, keyId;  // of the target
    std::vector<RerunCandidate> winners;
    std::string device;              // as the worker names it
    std::optional<Card> generation;  // of an emulated card
    RerunReport report;              // hello, failure, stopped and losses are those of the latest re-run
};

// Newest last.
using KeptReruns = std::vector<std::shared_ptr<const KeptRerun>>;

// Whether both are about the same target (isSameTarget), run alike: same device, worker, means and code generator.
[[nodiscard]] bool sameOrigin(const KeptRerun& a, const KeptRerun& b);

// Whose kernels were meant; the same of all rounds (sameOrigin). CUDA C++ where there is no round.
[[nodiscard]] CodeGenerator generatorOf(const KeptRerun& rerun);

// The shapes that its key stands for. An Error as of bucketOfKey, or that it belongs to no key.
[[nodiscard]] Result<KeyBucket> bucketOf(const RerunSubject& subject);

// Adds a re-run as the newest, joined with what was known of the same origin: a result takes the place of that of the
// same candidate on the same input, and the launches of both are added up, so that repeats that differed still count.
// Where both ran and their bits differ both stay, so that the candidate is seen not to be reproducible; so does a
// result with a finding that the other one lacks. A result of a candidate that ran is not replaced by none. Gives what
// was added or joined.
std::shared_ptr<const KeptRerun> keep(KeptReruns& all, KeptRerun rerun);

}  // namespace flipscope
