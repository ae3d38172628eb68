#pragma once

#include "core/drive/forced_trial.h"
#include "core/drive/trial_claim.h"
#include "core/model/result.h"
#include "core/pin/pin.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// Choices that a program is made to take, one after another.
struct ForcingPlan {
    TrialSettings trials;
    std::vector<Pin> base;  // all choices of a run
    // Each takes the place of the base's choices for its keys, or stands beside them.
    std::vector<std::vector<Pin>> variants;
    std::size_t repeats = 1;  // of each variant; the base is run once more
};

// What is run, in this order (null: the base): the base; the rest of a round of base and variants, and more such rounds
// until each variant was run as often as asked for, in orders that change (see nextInRounds) and with the base once
// more behind each eight variants; the base at last. So what drifts, or comes and goes for some runs, meets the base as
// well as the variants.
[[nodiscard]] std::vector<std::optional<std::size_t>> forcingOrder(const ForcingPlan& plan);

// How often one set of choices gave which outcome.
struct ForcedOutcome {
    std::string outcome;  // text of the outcome, or digest of the output
    std::size_t times = 0;
};

struct ForcedVariant {
    std::optional<std::size_t> variant;   // null: the base
    std::vector<ForcedTrial> trials;      // in the order in which they were made
    std::vector<ForcedOutcome> outcomes;  // of trials that count, most frequent first
    // Variants of equal outcome, which computed equal results; only where every trial of the base and of the variant
    // gave one and the same. 0 is the base's.
    std::optional<std::size_t> group;

    [[nodiscard]] bool varies() const { return outcomes.size() > 1; }
};

// The runs of one set of choices gave one outcome and from some run on another one, in the order of time.
struct OutcomeChange {
    std::string before, after;
    std::size_t runsBefore = 0, runsAfter = 0;  // one or more
    // That runs which give these outcomes as often in an order of chance change but once: 2 of the binomial
    // (before + after over after) orders do.
    double chance = 1;

    // The order is less likely than 5 % by chance: time makes a difference.
    [[nodiscard]] bool drifts() const { return chance <= 0.05; }
};

struct Forcing {
    std::vector<ForcedVariant> variants;  // the base first
    std::vector<Pin> added;               // choices forced besides, because the program tuned these keys as well
    // Of the base, whose outcome varies then, so that no variant has a group.
    std::optional<OutcomeChange> change;
    std::size_t found = 0;             // trials made by an earlier start
    std::size_t damaged = 0;           // lines of the journal that could not be read
    std::vector<std::string> remarks;  // sentences on what was found in the folder
    bool stopped = false;
};

struct ForcingProgress {
    std::size_t done = 0, total = 0;
    double seconds = 0;  // since the trial began
};

// Runs the base and the variants in the order above and groups the variants by equal outcome. A trial that finds a key
// which was not forced is made once more with it forced too. Every trial is kept in the folder and in trials.jsonl
// there; the same call goes on after an interruption, and when all trials are made it tells the same again. A trial
// that showed a program which does not read its database is made again; with the base's choices it ends the forcing as
// long as none has counted. claim: of the folder of the plan's trials; its remarks become those of the forcing. An
// Error: a journal of something else, a trial cannot be prepared or started. Thread rule: any thread, one call at a
// time for a claim; progress is called on it.
[[nodiscard]] Result<Forcing> forceChoices(const ForcingPlan& plan, const TrialClaim& claim,
                                           const std::function<void(const ForcingProgress&)>& progress,
                                           const std::stop_token& stop);

}  // namespace flipscope
