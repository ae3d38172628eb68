#pragma once

#include "app/flipscope-cli/options.h"
#include "core/model/result.h"
#include "core/rerun/key_bucket.h"
#include "core/rerun/rerun_target.h"

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope::cli {

// What the command line asks to re-run: a key of runs, shapes of one's own, or the reported repro.
struct RerunChoice {
    RerunTarget target;  // its label is the subject
    std::vector<RerunProblem> problems;
    std::vector<RerunCandidate> candidates;  // those that were asked for
    Result<KeyBucket> bucket;                // of the key
};

// Loads the runs where there are paths. Cancelled when stop was requested meanwhile.
[[nodiscard]] Result<RerunChoice> chosenRerun(const Options& options, const std::stop_token& stop);

// Indices and names separated by commas, "all", "winners". A name that the set has not is taken as the worker's own.
// Empty words: the winners, or all where there are none. Each candidate once, in the order of the words.
[[nodiscard]] Result<std::vector<RerunCandidate>> chosenCandidates(const std::string& words, const RerunTarget& target);

}  // namespace flipscope::cli
