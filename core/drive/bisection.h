#pragma once

#include "core/drive/bisect_search.h"
#include "core/drive/choice_plan.h"
#include "core/drive/forced_trial.h"
#include "core/drive/outcome_rule.h"
#include "core/drive/trial_claim.h"
#include "core/drive/trial_journal.h"
#include "core/model/result.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

struct BisectionPlan {
    TrialSettings trials;
    ChoicePlan choices;
    std::optional<OutcomeRule> rule;  // null: the test judges
    std::string outcomeInWords;
    EvidenceLimits limits;
    std::vector<std::string> warnings;  // sentences on what was asked for
};

struct Bisection {
    BisectAnswer answer;
    std::string because;  // see lastFault
    std::vector<JournalTrial> trials;
    std::size_t found = 0;  // of these, made by an earlier start
    std::size_t damaged = 0;
    std::vector<Pin> added;            // choices forced besides those of the two runs, which trials tuned
    std::vector<std::string> remarks;  // sentences on what was found in the folder and on what programs left running
    bool stopped = false;              // by the user; the answer means nothing then
};

struct BisectionProgress {
    const std::vector<JournalTrial>& trials;
    const BisectStep& step;  // being made
    double seconds = 0;      // since the trial began
};

// The answer of a search over the choices of this plan: one that blames none of them is undecided where the cause may
// lie in a key that was left out: at an end whose run's choice was not forced for some key that it may have used. Pure;
// any thread.
[[nodiscard]] BisectAnswer answerFor(const ChoicePlan& choices, BisectAnswer found);

// Ends a search early: the program tuned several keys that neither run has, and with the choices of either its outcome
// was neither good nor bad, twice at least. Null: go on. runs: those that count. Pure; any thread.
[[nodiscard]] std::optional<BisectAnswer> earlyAnswer(const std::vector<TrialRun>& runs, const std::vector<Pin>& added);

// What the last trial that does not count lacked, where that is why nothing was decided (endsInvalid, trialsInvalid,
// tooVaried); else empty. One that only found choices to be forced too is meant only where the search ended with it.
// Pure; any thread.
[[nodiscard]] std::string lastFault(const BisectAnswer& answer, const std::vector<JournalTrial>& trials);

// Runs the program until the search knows the answer. Every trial is kept in the folder and in trials.jsonl there; the
// same call goes on after an interruption. As long as no trial has counted, one that shows a program which does not
// read its database at all ends the search at once: undecided; it has no part when the search goes on, for the program
// may have been built anew. Once one has counted it is a trial that does not count, as others are. claim: of the folder
// of the plan's trials; its remarks become those of the bisection. An Error: a journal of another command, of other
// runs, choices or another outcome; a trial cannot be prepared or started. Thread rule: any thread, one call at a time
// for a claim; progress is called on it.
[[nodiscard]] Result<Bisection> bisect(const BisectionPlan& plan, const TrialClaim& claim,
                                       const std::function<void(const BisectionProgress&)>& progress,
                                       const std::stop_token& stop);

}  // namespace flipscope
