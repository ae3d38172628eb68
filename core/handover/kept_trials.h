#pragma once

#include "core/drive/bisection.h"
#include "core/handover/enclosed_runs.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// A folder of trials that `bisect` left.
struct KeptTrials {
    std::string name;  // of the folder
    Journal journal;
};

// Reads trials.jsonl of the folder. An Error names the folder. Nothing in it is executed. Thread rule: any thread.
[[nodiscard]] Result<KeptTrials> readKeptTrials(const std::string& folder, const std::stop_token& stop);

// A bisection as it is told from its trials and from runs of a dataset.
struct TrialProof {
    BisectionPlan plan;  // its trials name the program's command without what is private, and no folder
    Bisection bisection;
    // How its outcome is named for these runs; null: a test of the user's judged, or a pattern that is not the
    // report's.
    std::optional<OutcomeNaming> naming;
    bool isJudged = false;  // by a test
};

// Finds the two runs that the trials were made between and plays the search again. naming: the outcome that the report
// is about. An Error: the trials are of no bisection; no two runs of the dataset made the choices that the journal
// says, and their logs are to be given, too. A pure function; any thread.
[[nodiscard]] Result<TrialProof> proofOf(const KeptTrials& trials, const Dataset& dataset,
                                         const std::optional<OutcomeNaming>& naming, const Scrubber& scrubber);

}  // namespace flipscope
