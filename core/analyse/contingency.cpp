#include "core/analyse/contingency.h"

#include "core/analyse/labelings.h"
#include "core/analyse/table_enumeration.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace flipscope {
namespace {

constexpr std::size_t kPermutations = 1'000;
constexpr std::uint64_t kSeed = 1;

// Position of each id that occurs, in ascending order of the ids.
std::map<int, std::size_t> compact(const std::vector<int>& ids) {
    std::map<int, std::size_t> positions;
    for (const int id : ids)
        positions.emplace(id, 0);
    std::size_t next = 0;
    for (auto& [id, position] : positions)
        position = next++;
    return positions;
}

// Random labelings of the table's runs whose table is no more probable than the given one.
PValue permuted(const Contingency& table) {
    const std::size_t groups = table.groupSizes.size();
    if (groups > kMaxLabelGroups) return {1.0, false, std::pair{0.0, 1.0}};
    std::vector<std::size_t> blockOfRun;
    for (std::size_t block = 0; block < table.blockSizes.size(); ++block) {
        blockOfRun.insert(blockOfRun.end(), table.blockSizes[block], block);
    }
    // Only the cells depend on the labeling: the table is as improbable as its cells' factorials are large.
    const LogFactorials logFactorial(table.runs());
    double observed = -kProbabilityTolerance;
    for (const std::size_t count : table.counts)
        observed += logFactorial(count);
    std::vector<std::size_t> counts(table.counts.size(), 0);
    LabelShuffler shuffler(table.groupSizes, kSeed);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < kPermutations; ++i) {
        const auto& labels = shuffler.next();
        for (std::size_t run = 0; run < labels.size(); ++run)
            ++counts[blockOfRun[run] * groups + labels[run]];
        double logCells = 0.0;
        for (std::size_t run = 0; run < labels.size(); ++run) {
            std::size_t& count = counts[blockOfRun[run] * groups + labels[run]];
            logCells += logFactorial(count);  // each cell once: it is empty after its first run
            count = 0;
        }
        if (logCells >= observed) ++hits;
    }
    return simulatedP(hits, kPermutations);
}

std::vector<std::size_t> largestFirst(const std::vector<std::size_t>& sizes) {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    return order;
}

// Blocks from the largest on, each into the group with the most room, the overflow into the next.
Contingency lopsided(const Contingency& table) {
    Contingency result = table;
    std::fill(result.counts.begin(), result.counts.end(), std::size_t{0});
    std::vector<std::size_t> room = table.groupSizes;
    for (const std::size_t block : largestFirst(table.blockSizes)) {
        std::size_t left = table.blockSizes[block];
        while (left > 0) {
            const auto group = static_cast<std::size_t>(std::max_element(room.begin(), room.end()) - room.begin());
            const std::size_t placed = std::min(left, room[group]);
            result.counts[block * room.size() + group] += placed;
            room[group] -= placed;
            left -= placed;
        }
    }
    return result;
}

}  // namespace

std::size_t Contingency::runs() const {
    return std::accumulate(blockSizes.begin(), blockSizes.end(), std::size_t{0});
}

Contingency tabulate(const std::vector<int>& block, const std::vector<int>& group) {
    std::vector<int> blocks, groups;
    for (std::size_t run = 0; run < std::min(block.size(), group.size()); ++run) {
        if (block[run] < 0 || group[run] < 0) continue;
        blocks.push_back(block[run]);
        groups.push_back(group[run]);
    }
    const auto blockPositions = compact(blocks), groupPositions = compact(groups);
    Contingency table;
    table.blockSizes.assign(blockPositions.size(), 0);
    table.groupSizes.assign(groupPositions.size(), 0);
    table.counts.assign(blockPositions.size() * groupPositions.size(), 0);
    for (std::size_t run = 0; run < blocks.size(); ++run) {
        const std::size_t b = blockPositions.at(blocks[run]), g = groupPositions.at(groups[run]);
        ++table.blockSizes[b];
        ++table.groupSizes[g];
        ++table.counts[b * table.groupSizes.size() + g];
    }
    return table;
}

PValue smallestAttainableP(const Contingency& table) {
    if (const auto smallest = smallestPOfTwoGroups(table)) return {*smallest, true, std::nullopt};
    return permuted(lopsided(table));
}

bool separates(const Contingency& table) {
    const std::size_t groups = table.groupSizes.size();
    if (table.blockSizes.size() < 2 || groups < 2) return false;
    for (std::size_t block = 0; block < table.blockSizes.size(); ++block) {
        const auto row = table.counts.begin() + static_cast<std::ptrdiff_t>(block * groups);
        if (std::count_if(row, row + static_cast<std::ptrdiff_t>(groups), [](std::size_t n) { return n > 0; }) > 1) {
            return false;
        }
    }
    return true;
}

double cramersV(const Contingency& table) {
    const std::size_t blocks = table.blockSizes.size(), groups = table.groupSizes.size();
    if (blocks < 2 || groups < 2) return 0.0;
    double sum = 0.0;  // chi-square / n + 1
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t group = 0; group < groups; ++group) {
            const auto count = static_cast<double>(table.at(block, group));
            sum += count * count / static_cast<double>(table.blockSizes[block]) /
                   static_cast<double>(table.groupSizes[group]);
        }
    }
    const auto most = static_cast<double>(std::min(blocks, groups) - 1);
    return std::sqrt(std::clamp((sum - 1.0) / most, 0.0, 1.0));
}

}  // namespace flipscope
