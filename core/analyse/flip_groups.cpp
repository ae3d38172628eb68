#include "core/analyse/flip_groups.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace flipscope {

namespace {

// Blocks in order of first appearance, so that equal partitions give equal vectors whatever the candidates are called.
int partition(const WinnerMatrix& matrix, const KeyVerdict& verdict, std::vector<int>& blockOfColumn) {
    std::unordered_map<std::uint32_t, int> blocks;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const WinnerCell& cell = matrix.at(verdict.key, column);
        const bool counts = cell.winner && cell.set == verdict.set;
        blockOfColumn[column] =
            counts ? blocks.try_emplace(cell.winner->value, static_cast<int>(blocks.size())).first->second : -1;
    }
    return static_cast<int>(blocks.size());
}

std::string_view bytesOf(const std::vector<int>& blocks) {
    return {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(int)};
}

}  // namespace

std::vector<FlipGroup> findFlipGroups(const WinnerMatrix& matrix, const std::vector<KeyVerdict>& verdicts) {
    std::vector<FlipGroup> groups;
    std::unordered_multimap<std::size_t, std::size_t> groupsByHash;
    std::vector<int> blockOfColumn(matrix.runs.size());
    for (const KeyVerdict& verdict : verdicts) {
        if (!verdict.flips) continue;
        const int blocks = partition(matrix, verdict, blockOfColumn);
        const std::size_t hash = std::hash<std::string_view>()(bytesOf(blockOfColumn));
        FlipGroup* group = nullptr;
        const auto [begin, end] = groupsByHash.equal_range(hash);
        for (auto it = begin; it != end && group == nullptr; ++it) {
            if (groups[it->second].blockOfColumn == blockOfColumn) group = &groups[it->second];
        }
        if (group == nullptr) {
            groupsByHash.emplace(hash, groups.size());
            group = &groups.emplace_back(FlipGroup{{}, blockOfColumn, blocks});
        }
        group->keys.push_back(verdict.key);
    }
    return groups;
}

}  // namespace flipscope
