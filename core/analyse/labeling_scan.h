#pragma once

#include "core/analyse/block_partition.h"
#include "core/analyse/group_threads.h"
#include "core/analyse/p_value.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace flipscope {

struct ScanOptions {
    std::size_t maxExactLabelings = 1'000'000;
    std::size_t permutations = 10'000;
    std::uint64_t seed = 1;
    unsigned threads = kGroupThreads;  // the result does not depend on it
    std::stop_token stop;
};

// All flip groups looked at under the same labelings: what luck can do with these winners, with the dependence between
// the groups kept.
//
// Statistic of a group under a labeling: the exact Freeman-Halton p of its table, where its tables can be listed
// (always when all labelings are walked; else up to 20,000 tables). For a group with more tables it is estimated from
// the labelings themselves, the observed one among them: the share of labelings with a table no more probable; below
// the 20th of them, where counting is too coarse, that share times the ratio of the table probabilities. Any function
// of a labeling that treats the observed one like the others keeps the level of a permutation test; these only decide
// how much each group counts. Tables with unequal group sizes (runs without winner) are compared by
// SampledTable::logRelative.
struct LabelingScan {
    bool exact = true;             // over all labelings, the observed one among them; else a random sample beside it
    std::size_t labelings = 0;     // looked at
    std::vector<double> smallest;  // by labeling, ascending: the smallest statistic of any group; 1 without groups
    std::size_t separating = 0;    // labelings in which at least one group separates
    struct Group {
        double statistic = 1.0;  // of the observed labeling
        PValue p;                // of the observed table: exact, or by these labelings
        // Smallest p of any table with these margins, where all were listed for p anyway.
        std::optional<double> smallestP;
    };
    std::vector<Group> groups;  // by partition
};

// Partitions must be of the runs given. Cancelled when stop was requested: asked for between groups, each of which
// takes some milliseconds. Thread rule: any thread.
[[nodiscard]] Result<LabelingScan> scanLabelings(const LabelledRuns& runs,
                                                 const std::vector<BlockPartition>& partitions,
                                                 const ScanOptions& options = {});

// p of a group adjusted for looking at all of them, by the single-step min-P method: the share of labelings in which
// any group is as extreme as this one; (hits + 1) / (labelings + 1) with the interval when they are a sample. Source:
// Westfall and Young, Resampling-Based Multiple Testing (1993), section 2.3.
[[nodiscard]] PValue minPAdjusted(const LabelingScan& scan, std::size_t group);

}  // namespace flipscope
