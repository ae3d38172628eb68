#include "core/analyse/sampled_tables.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace flipscope {
namespace {

constexpr std::size_t kMembersPerWord = 3;  // a population count takes about as long as asking for three single bits
constexpr double kLogTwoPi = 1.8378770664093453;

}  // namespace

SampledTables::SampledTables(const BlockPartition& partition, const std::vector<std::size_t>& groupSizes,
                             const LogFactorials& logFactorial, const TableLookup* lookup)
    : m_partition(partition),
      m_groupSizes(groupSizes),
      m_logFactorial(logFactorial),
      m_lookup(lookup),
      m_groups(groupSizes.size()),
      m_runs(partition.blockOfRun.size() - partition.blockless),
      m_words((partition.blockOfRun.size() + 63) / 64),
      m_members(partition.blockSizes.size()),
      m_masks(partition.blockSizes.size()),
      m_counts(partition.blockSizes.size() * groupSizes.size(), 0),
      m_margins(groupSizes.size(), 0) {
    for (std::size_t run = 0; run < partition.blockOfRun.size(); ++run) {
        const int block = partition.blockOfRun[run];
        if (block >= 0) m_members[static_cast<std::size_t>(block)].push_back(static_cast<std::uint32_t>(run));
    }
    const auto& sizes = partition.blockSizes;
    const auto largest = static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    m_implied = partition.blockless == 0 ? largest : sizes.size();
    for (std::size_t block = 0; block < sizes.size(); ++block) {
        m_logBlockFactorials += logFactorial(sizes[block]);
        m_logBlockSizes += std::log(static_cast<double>(sizes[block]));
        if (sizes[block] <= kMembersPerWord * m_words) continue;
        m_masks[block].assign(m_words, 0);
        for (const std::uint32_t run : m_members[block])
            m_masks[block][run / 64] |= std::uint64_t{1} << (run % 64);
    }
}

SampledTable SampledTables::at(const RandomLabelings& labelings, std::size_t labeling) {
    if (!labelings.hasPlanes()) return fromLabels(labelings.labels(labeling));
    countPlanes(labelings, labeling);
    return fromCounts();
}

SampledTable SampledTables::at(const std::vector<GroupLabel>& labels) {
    std::fill(m_counts.begin(), m_counts.end(), std::size_t{0});  // counting planes leaves its counts behind
    return fromLabels(labels.data());
}

void SampledTables::countPlanes(const RandomLabelings& labelings, std::size_t labeling) {
    const auto& sizes = m_partition.blockSizes;
    const std::size_t last = m_groups - 1;
    for (std::size_t block = 0; block < sizes.size(); ++block)
        m_counts[block * m_groups + last] = sizes[block];
    for (std::size_t group = 0; group < last; ++group) {
        const std::uint64_t* plane = labelings.plane(labeling, group);
        std::size_t others = m_groupSizes[group];
        for (std::size_t block = 0; block < sizes.size(); ++block) {
            if (block == m_implied) continue;
            const std::size_t count = countPlane(plane, block);
            others -= count;
            m_counts[block * m_groups + group] = count;
            m_counts[block * m_groups + last] -= count;
        }
        if (m_implied == sizes.size()) {
            m_margins[group] = m_groupSizes[group] - others;
            continue;
        }
        m_margins[group] = m_groupSizes[group];
        m_counts[m_implied * m_groups + group] = others;
        m_counts[m_implied * m_groups + last] -= others;
    }
    m_margins[last] = m_runs - std::accumulate(m_margins.begin(), m_margins.end() - 1, std::size_t{0});
}

std::size_t SampledTables::countPlane(const std::uint64_t* plane, std::size_t block) const {
    std::size_t count = 0;
    if (m_masks[block].empty()) {
        for (const std::uint32_t run : m_members[block])
            count += (plane[run / 64] >> (run % 64)) & 1U;
    } else {
        const auto& mask = m_masks[block];
        for (std::size_t word = 0; word < m_words; ++word) {
            count += static_cast<std::size_t>(std::popcount(plane[word] & mask[word]));
        }
    }
    return count;
}

SampledTable SampledTables::fromCounts() {
    SampledTable table;
    double logCells = 0.0;
    bool mixed = false;
    for (std::size_t block = 0; block < m_partition.blockSizes.size(); ++block) {
        std::size_t filled = 0;
        for (std::size_t group = 0; group < m_groups; ++group) {
            const std::size_t count = m_counts[block * m_groups + group];
            if (count == 0) continue;
            ++filled;
            logCells += m_logFactorial(count);
            if (m_lookup != nullptr && group + 1 < m_groups) table.key += count * m_lookup->weight(block, group);
        }
        mixed = mixed || filled > 1;
    }
    table.logRelative = relative(logCells);
    table.separates = !mixed && std::isfinite(table.logRelative) && m_partition.blockSizes.size() > 1;
    return table;
}

// One pass over the runs and one to clear, however many groups there are.
SampledTable SampledTables::fromLabels(const GroupLabel* labels) {
    SampledTable table;
    std::copy(m_groupSizes.begin(), m_groupSizes.end(), m_margins.begin());
    double logCells = 0.0;
    const auto& blockOfRun = m_partition.blockOfRun;
    for (std::size_t run = 0; run < blockOfRun.size(); ++run) {
        if (blockOfRun[run] < 0) {
            --m_margins[labels[run]];
            continue;
        }
        const auto block = static_cast<std::size_t>(blockOfRun[run]);
        const std::size_t count = ++m_counts[block * m_groups + labels[run]];
        logCells += m_logFactorial(count) - m_logFactorial(count - 1);
        if (m_lookup != nullptr && labels[run] + std::size_t{1} < m_groups) {
            table.key += m_lookup->weight(block, labels[run]);
        }
    }
    bool mixed = false;
    for (std::size_t block = 0; block < m_members.size(); ++block) {
        const std::size_t first = m_counts[block * m_groups + labels[m_members[block].front()]];
        mixed = mixed || first != m_members[block].size();
    }
    for (std::size_t run = 0; run < blockOfRun.size(); ++run) {
        if (blockOfRun[run] >= 0) m_counts[static_cast<std::size_t>(blockOfRun[run]) * m_groups + labels[run]] = 0;
    }
    table.logRelative = relative(logCells);
    table.separates = !mixed && std::isfinite(table.logRelative) && m_partition.blockSizes.size() > 1;
    return table;
}

double SampledTables::relative(double logCells) const {
    double groups = 0.0, logGroupFactorials = 0.0, logGroupSizes = 0.0;
    for (const std::size_t size : m_margins) {
        if (size == 0) continue;
        groups += 1.0;
        logGroupFactorials += m_logFactorial(size);
        logGroupSizes += m_logFactorial(size) - m_logFactorial(size - 1);
    }
    if (groups < 2.0) return std::numeric_limits<double>::infinity();
    const auto blocks = static_cast<double>(m_partition.blockSizes.size());
    const double logRuns = std::log(static_cast<double>(m_runs));
    const double logP = m_logBlockFactorials + logGroupFactorials - m_logFactorial(m_runs) - logCells;
    const double logGamma = (blocks - 1.0) * (groups - 1.0) / 2.0 * kLogTwoPi -
                            (blocks * groups - 1.0) / 2.0 * logRuns + (groups - 1.0) / 2.0 * m_logBlockSizes +
                            (blocks - 1.0) / 2.0 * logGroupSizes;
    return logP + logGamma;
}

}  // namespace flipscope
