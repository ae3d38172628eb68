#pragma once

#include "core/analyse/block_partition.h"
#include "core/analyse/labeling_scan.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace flipscope {

// What luck gives with these winners and these numbers of runs in the outcome groups; definitions "Outcomes and
// suspects". Keys that are too finely split count like all others: they are what luck produces most.
struct ChanceFigures {
    bool known = true;                  // false: the outcome has no groups to separate; all figures are 0
    double expectedByChance = 0;        // keys that would separate labels of these sizes by luck
    double expectedGroupsByChance = 0;  // the same over flip groups
    double probabilityByChance = 0;     // at least one key
    bool exact = true;
    std::optional<std::pair<double, double>> interval;  // of probabilityByChance, when simulated
    std::size_t keysSeparating = 0;                     // observed
    std::size_t groupsSeparating = 0;
};

// keysOf: number of keys of the flip group behind each partition. All three figures are about labelings of all labelled
// runs; a key without winner in some of them separates when its runs with a winner are separated and of two groups or
// more. For keys with a winner in every labelled run that is the definition word for word.
[[nodiscard]] ChanceFigures chanceFigures(const LabelledRuns& runs, const std::vector<BlockPartition>& partitions,
                                          const std::vector<std::size_t>& keysOf, const LabelingScan& scan);

}  // namespace flipscope
