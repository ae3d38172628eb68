#pragma once

#include "core/drive/forced_choices.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A choice that is to take the place of the base run's.
struct ForcedChoice {
    KeyIndex key;
    std::optional<CandidateIndex> candidate;  // null: every candidate by itself
};

// The choice that these words name: the index of a candidate, or "all". An Error: the base has no choice for the key,
// or it has no such candidate. Thread rule: any thread.
[[nodiscard]] Result<ForcedChoice> forcedChoice(const Dataset& dataset, RunIndex base, KeyIndex key,
                                                const std::string& words);

// All choices of the base run, and one variant with all these in their place, or one a candidate. repeats: runs of each
// variant; 0: three, or one of each candidate. trials: but for the base database (see findBaseDatabase) and how the
// base run ended. An Error: the base tells no choice, or none for one of the keys; a candidate that its set does not
// have, or that is the base's own; two choices for one key; every candidate of one key beside another choice. Thread
// rule: any thread.
[[nodiscard]] Result<ForcingPlan> planForcing(const Dataset& dataset, RunIndex base,
                                              const std::vector<ForcedChoice>& choices, TrialSettings trials,
                                              std::size_t repeats);

}  // namespace flipscope
