#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/model/dataset.h"
#include "core/pin/pin.h"
#include "core/pin/pin_classes.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What a user must know before a program is made to use this candidate of this set for the key, in sentences: a re-run
// found it broken or saw it refused, it failed in runs, or it never ran. measurements: of candidates of this set.
// Thread rule: any thread.
[[nodiscard]] std::vector<std::string> candidateWarnings(const Dataset& dataset, const WinnerMatrix& matrix,
                                                         KeyIndex key, CandidateSetIndex set, CandidateIndex candidate,
                                                         const Measurements& measurements);

// The same of a pin, wherever it comes from, against these runs: and first, whether they offer the candidate set that
// it was made for. comparedSet: what the measurements are of (KeyVerdict::set); of another one they say nothing.
[[nodiscard]] std::vector<std::string> pinWarnings(const Pin& pin, const Dataset& dataset, const WinnerMatrix& matrix,
                                                   KeyIndex key, std::optional<CandidateSetIndex> comparedSet,
                                                   const Measurements& measurements);

// "run1, run2", the first five.
[[nodiscard]] std::string firstNames(const std::vector<std::string>& names);

}  // namespace flipscope
