#pragma once

#include "core/analyse/chance.h"
#include "core/analyse/contingency.h"
#include "core/analyse/flip_groups.h"
#include "core/analyse/outcomes.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// How often a key's winner stands in each outcome group, or with which numbers where the outcome is not grouped.
struct SuspectWinners {
    KeyIndex key;
    struct Count {
        CandidateIndex winner;
        std::vector<std::size_t> runsInGroup = {};  // by outcome group; empty when ungrouped
        std::size_t runs = 0;                       // of all groups
        std::optional<double> median = {};          // of the runs' numbers, ungrouped only; nan counts as above inf
    };
    std::vector<Count> winners;
    std::size_t runsLeftOut = 0;  // without label or without winner
};

// A flip group associated with the outcome. Never proof: see definitions "Forcing and bisecting".
struct Suspect {
    std::vector<KeyIndex> keys;                  // the flip group
    std::vector<SuspectWinners> winners;         // one a key
    std::vector<KeyIndex> equivalentForOutcome;  // keys of other groups that separate this outcome too
    PValue p;
    double pMin = 1.0;
    double pAdjusted = 1.0;  // min-P permutation over all flip groups, never below p
    std::optional<std::pair<double, double>> pAdjustedInterval;  // when simulated
    double pBenjaminiHochberg = 1.0;  // over the flip groups that are not too finely split; 1 for those that are
    double effect = 0.0;     // Cramér's V; ungrouped: share of the ranks' variance between the winners (eta squared)
    bool separates = false;  // never when ungrouped
    bool tooFinelySplit = false;  // pMin > 0.05: reported, never ranked as evidence
};

// Goes with the outcome more closely than luck explains: pAdjusted at most 0.05, and not too finely split.
[[nodiscard]] bool standsOut(const Suspect& suspect);

// To be weighed, and worth forcing, though no evidence by itself: separates the outcome, or p (not adjusted) is at most
// 0.05, which one that is too finely split never reaches.
[[nodiscard]] bool isWeighty(const Suspect& suspect);

struct WhatWouldDecide {
    // Number of labelled runs, at the present group ratio, after which the best suspect's pAdjusted could fall to 0.05
    // if it keeps its association; null when it already is or no number up to 10 times the present one is enough. Best:
    // the first one whose winners were seen twice or more on average; see needed_runs.h for the approximation.
    std::optional<std::size_t> runsNeeded;
    bool alreadyDecided = false;
    // One key a suspect worth forcing, strongest first: see isWeighty.
    std::vector<KeyIndex> forceThese;
};

struct SuspectsResult {
    std::vector<Suspect>
        suspects;  // strongest first: not too finely split before too finely split, then pAdjusted, p, effect
    ChanceFigures chance;
    WhatWouldDecide decide;
    std::string method;  // in words: exact or simulated, number of labelings, seed
    std::size_t runsUsed = 0, runsWithoutLabel = 0;
    std::size_t permutations = 0;  // labelings behind pAdjusted
    bool adjustedExact = true;
};

struct SuspectOptions {
    std::uint64_t seed = 1;
    std::size_t maxExactLabelings = 1'000'000;
    std::size_t permutations = 10'000;
    std::stop_token stop;
};

// outcome.groupOf is by matrix column; of an ungrouped outcome the numbers of outcome.values are. p then is the
// Kruskal-Wallis test by permutation, and chance is not known. One outcome group only, no label at all, more than
// 65,535 groups, or labels that do not fit the matrix are Errors that say so. groups must be findFlipGroups of the same
// matrix. Cancelled when stop was requested. Thread rule: any thread; uses one more thread itself. The result depends
// on nothing but the arguments.
[[nodiscard]] Result<SuspectsResult> findSuspects(const WinnerMatrix& matrix, const std::vector<FlipGroup>& groups,
                                                  const Outcome& outcome, const SuspectOptions& options = {});

}  // namespace flipscope
