#pragma once

#include "core/analyse/block_partition.h"
#include "core/analyse/labeling_scan.h"
#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// The runs of an outcome whose numbers are used as they are: a labeling deals the numbers out to the runs, so that each
// different number is what a group is elsewhere.
struct RankedRuns {
    LabelledRuns runs;                    // label: one of the different numbers, the most frequent one last
    std::vector<std::size_t> positionOf;  // by label: place of its number among the different ones, ascending
};

// numbers: by matrix column, null = none. nan stands above inf. More than kMaxLabelGroups different numbers: none of
// the runs are kept (precondition of the caller).
[[nodiscard]] RankedRuns rankedRuns(const std::vector<std::optional<double>>& numbers);

// Share of the variance of the ranks that lies between the blocks of one partition: H / (n - 1) of Kruskal and Wallis,
// corrected for ties; 0 … 1, and 0 when all numbers are equal. Ranks are those among the runs that have a block. Not
// for use by several threads at a time. Source: Tomczak and Tomczak, Trends in Sport Sciences 1 (2014), eta squared.
class RankEffect {
public:
    // Both arguments must outlive it.
    RankEffect(const RankedRuns& ranked, const BlockPartition& partition);

    // labels: one a labelled run.
    [[nodiscard]] double at(const GroupLabel* labels);
    // By position: how many of the runs with a block hold that number, under the labels last looked at.
    [[nodiscard]] const std::vector<std::size_t>& counts() const { return m_counts; }
    // The largest effect found by dealing the numbers in ascending order to whole blocks, in a few orders of the
    // blocks.
    [[nodiscard]] double largestFound();

private:
    void rank(const GroupLabel* labels);

    const RankedRuns& m_ranked;
    const BlockPartition& m_partition;
    std::size_t m_runs = 0;              // with a block
    std::vector<double> m_rankOfLabel;   // among the runs with a block
    std::vector<std::size_t> m_counts;   // by position
    std::vector<std::size_t> m_labelAt;  // by position
    std::vector<double> m_sums;          // by block
    double m_spread = 0.0;               // sum of (rank - mean)^2
};

struct RankScan {
    // As scanLabelings gives it; nothing separates. Statistic of a group under a labeling: the share with an effect at
    // least as large among the labelings under which the runs with a block hold equally tied numbers. That is p of
    // exactKruskalWallis, which knows those runs alone. In a random sample the share among all labelings: the effect is
    // corrected for ties, so that other ties change little, and few labelings of a sample may have the same. Below the
    // 20th largest, where counting is too coarse, that share times the ratio of the chi-square tails of H.
    //
    // Either is one function of the labeling, the same for the observed and all others (the sample's ranks hold the
    // observed labeling as one more), which is all that the level of the adjusted p rests on, also where runs lack a
    // winner.
    LabelingScan scan;
    // By partition: p of the largest effect found, by the same labelings. At least the smallest attainable p.
    std::vector<double> smallestP;
};

// All flip groups looked at under the same labelings, as scanLabelings does it for grouped outcomes. Exact when there
// are at most maxExactLabelings labelings and they, times the partitions, are no more than 50 million. Cancelled when
// stop was requested. Thread rule: any thread.
[[nodiscard]] Result<RankScan> scanRanks(const RankedRuns& ranked, const std::vector<BlockPartition>& partitions,
                                         const ScanOptions& options = {});

}  // namespace flipscope
