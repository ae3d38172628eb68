#pragma once

#include "core/model/result.h"
#include "core/pin/candidate_names.h"
#include "core/pin/pin.h"
#include "core/read/choice_rows.h"

#include <cstddef>
#include <string>
#include <vector>

namespace flipscope {

// A row of an environment database that makes a pin hold.
struct PlannedRow {
    std::size_t pin = 0;  // position in the pins
    std::string nameSpace, keyBlob;
};

struct RowPlan {
    std::vector<PlannedRow> rows;        // in the order of the pins
    std::vector<std::size_t> notInBase;  // pins whose key the base holds nowhere, where there is a base with choices
    std::vector<std::string> warnings;
};

// What is known of the candidate sets of the base, and what becomes of a pin whose index and name are of two candidates
// of it: an Error, or its index is taken.
struct PlannedSets {
    SetNames names = {};
    bool takesIndex = false;
};

// Which rows the pins become beside the choices that a base database holds (none: a new file). Places: those of the
// pin; else where the base holds the key with the pin's candidate set; else every tuner of the base with this set. The
// key blob is the base's where it holds the key, else made from the key. An Error when a pin has no place, names a
// candidate behind the end of its set, or two pins want one row. Warnings: places that the programs of the base do not
// look into, candidate sets that the base's own choices do not have, keys that the base does not hold or holds
// elsewhere, indices that were taken though the name is another one's, and without a base how many candidates a set
// has. Thread rule: any thread.
[[nodiscard]] Result<RowPlan> planRows(const std::vector<Pin>& pins, const std::vector<ChoiceRow>& base,
                                       const PlannedSets& sets = {});

}  // namespace flipscope
