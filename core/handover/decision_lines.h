#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"

#include <cstddef>
#include <string>

namespace flipscope {

// The key's canonical JSON without what is private. One that is known as a text only becomes an object: logs hold no
// other.
[[nodiscard]] std::string enclosedKey(const TuningKey& key, const Scrubber& scrubber);

// The decisions of one run (a column of the matrix) as a decision log of cubecl 0.11, a line a key: key, candidates,
// timings, failures with their reasons, bounds, and the winner that the run used. Reading it gives the same winners:
// where the log's own rule would not (a database told the winner), the line is an entry of a choice cache, whose winner
// is the decided one. A key that was decided several times stands there once. runName: written into the first line,
// which no reader looks at, so that no two logs are equal.
[[nodiscard]] std::string decisionLines(const Dataset& dataset, const WinnerMatrix& matrix, std::size_t column,
                                        const std::string& runName, const Scrubber& scrubber);

}  // namespace flipscope
