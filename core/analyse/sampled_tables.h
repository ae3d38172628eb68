#pragma once

#include "core/analyse/block_partition.h"
#include "core/analyse/labelings.h"
#include "core/analyse/log_factorials.h"
#include "core/analyse/table_lookup.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// What one labeling makes of one partition.
struct SampledTable {
    std::uint64_t key = 0;  // for TableLookup; 0 without one
    bool separates = false;
    // log(gamma * P(table | margins)): the smaller, the further from independence. gamma is the normalising factor with
    // which -2 log(gamma P) is asymptotically chi-square, so that tables of one partition with different margins can be
    // compared. Plus infinity when all runs with a winner are of one group. Source of gamma: Mehta and Patel, JASA 78
    // (1983).
    double logRelative = 0.0;
};

// Tabulates one partition under many labelings. Not for use by several threads at a time.
class SampledTables {
public:
    // All arguments must outlive it; lookup may be null.
    SampledTables(const BlockPartition& partition, const std::vector<std::size_t>& groupSizes,
                  const LogFactorials& logFactorial, const TableLookup* lookup);

    [[nodiscard]] SampledTable at(const RandomLabelings& labelings, std::size_t labeling);
    [[nodiscard]] SampledTable at(const std::vector<GroupLabel>& labels);

private:
    void countPlanes(const RandomLabelings& labelings, std::size_t labeling);
    [[nodiscard]] std::size_t countPlane(const std::uint64_t* plane, std::size_t block) const;
    [[nodiscard]] SampledTable fromLabels(const GroupLabel* labels);
    [[nodiscard]] SampledTable fromCounts();
    [[nodiscard]] double relative(double logCells) const;

    const BlockPartition& m_partition;
    const std::vector<std::size_t>& m_groupSizes;
    const LogFactorials& m_logFactorial;
    const TableLookup* m_lookup;
    std::size_t m_groups, m_runs = 0, m_words = 0, m_implied = 0;
    std::vector<std::vector<std::uint32_t>> m_members;  // by block
    std::vector<std::vector<std::uint64_t>> m_masks;    // by block; empty: asking member by member is faster
    std::vector<std::size_t> m_counts;                  // block * groups + group
    std::vector<std::size_t> m_margins;                 // by group: runs with a winner
    double m_logBlockFactorials = 0.0, m_logBlockSizes = 0.0;
};

}  // namespace flipscope
