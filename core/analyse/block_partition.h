#pragma once

#include "core/analyse/contingency.h"
#include "core/analyse/labelings.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// The labelled runs of an outcome, in the order of the matrix columns. Groups are numbered by size, the largest last,
// as the labelings want it.
struct LabelledRuns {
    std::vector<std::size_t> columns;
    std::vector<GroupLabel> labels;       // by labelled run
    std::vector<std::size_t> groupSizes;  // by label, ascending, none empty
};

// groupOf: by matrix column, negative = no label. At most kMaxLabelGroups groups; precondition of the caller.
[[nodiscard]] LabelledRuns labelledRuns(const std::vector<int>& groupOf);

// How the winners of a flip group divide the labelled runs.
struct BlockPartition {
    std::vector<int> blockOfRun;          // by labelled run: 0 … blocks - 1, or -1 without winner
    std::vector<std::size_t> blockSizes;  // none empty
    std::size_t blockless = 0;            // labelled runs without winner

    // Every labeling gives the same table: no two blocks, or nothing but blocks of one run.
    [[nodiscard]] bool trivial() const;
};

// blockOfColumn: by matrix column, negative = no winner.
[[nodiscard]] BlockPartition partitionOf(const LabelledRuns& runs, const std::vector<int>& blockOfColumn);

// Blocks by outcome groups, over the runs with label and winner.
[[nodiscard]] Contingency tableOf(const LabelledRuns& runs, const BlockPartition& partition);

}  // namespace flipscope
