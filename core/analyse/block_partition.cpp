#include "core/analyse/block_partition.h"

#include <algorithm>
#include <map>
#include <utility>

namespace flipscope {

LabelledRuns labelledRuns(const std::vector<int>& groupOf) {
    std::map<int, std::size_t> sizeOf;
    LabelledRuns runs;
    for (std::size_t column = 0; column < groupOf.size(); ++column) {
        if (groupOf[column] < 0) continue;
        runs.columns.push_back(column);
        ++sizeOf[groupOf[column]];
    }
    std::vector<std::pair<std::size_t, int>> bySize;
    for (const auto& [group, size] : sizeOf)
        bySize.emplace_back(size, group);
    std::sort(bySize.begin(), bySize.end());
    std::map<int, GroupLabel> labelOf;
    for (const auto& [size, group] : bySize) {
        labelOf[group] = static_cast<GroupLabel>(runs.groupSizes.size());
        runs.groupSizes.push_back(size);
    }
    for (const std::size_t column : runs.columns)
        runs.labels.push_back(labelOf[groupOf[column]]);
    return runs;
}

bool BlockPartition::trivial() const {
    if (blockSizes.size() < 2) return true;
    const bool ones = std::all_of(blockSizes.begin(), blockSizes.end(), [](std::size_t size) { return size == 1; });
    return ones && blockless == 0;
}

BlockPartition partitionOf(const LabelledRuns& runs, const std::vector<int>& blockOfColumn) {
    BlockPartition partition;
    std::map<int, int> blockOf;
    for (const std::size_t column : runs.columns) {
        const int id = column < blockOfColumn.size() ? blockOfColumn[column] : -1;
        if (id < 0) {
            partition.blockOfRun.push_back(-1);
            ++partition.blockless;
            continue;
        }
        const auto [entry, isNew] = blockOf.emplace(id, static_cast<int>(partition.blockSizes.size()));
        if (isNew) partition.blockSizes.push_back(0);
        ++partition.blockSizes[static_cast<std::size_t>(entry->second)];
        partition.blockOfRun.push_back(entry->second);
    }
    return partition;
}

Contingency tableOf(const LabelledRuns& runs, const BlockPartition& partition) {
    return tabulate(partition.blockOfRun, std::vector<int>(runs.labels.begin(), runs.labels.end()));
}

}  // namespace flipscope
