#include "core/analyse/labeling_scan.h"

#include "core/analyse/group_threads.h"
#include "core/analyse/sampled_tables.h"
#include "core/analyse/table_enumeration.h"
#include "core/analyse/table_lookup.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace flipscope {
namespace {

constexpr std::size_t kMaxListedTables = 20'000;
constexpr std::size_t kCoarse = 20;
constexpr double kEqualP = 1e-9;  // relative: equal p of two groups differ by the rounding of their sums

// What one thread has seen so far, over the groups it looked at.
struct Seen {
    std::vector<double> smallest;
    std::vector<char> separates;
    explicit Seen(std::size_t labelings) : smallest(labelings, 1.0), separates(labelings, 0) {}

    void add(std::size_t labeling, double statistic, bool isSeparating) {
        smallest[labeling] = std::min(smallest[labeling], statistic);
        if (isSeparating) separates[labeling] = 1;
    }
};

// Adds up the key of one partition while LabelingWalk places the runs.
class KeySums {
public:
    KeySums(const TableLookup& lookup, const BlockPartition& partition, std::size_t groups, Seen& seen)
        : m_lookup(lookup), m_groups(groups - 1), m_weights(partition.blockOfRun.size() * m_groups, 0), m_seen(seen) {
        for (std::size_t run = 0; run < partition.blockOfRun.size(); ++run) {
            const int block = partition.blockOfRun[run];
            for (std::size_t group = 0; group < m_groups && block >= 0; ++group) {
                m_weights[run * m_groups + group] = lookup.weight(static_cast<std::size_t>(block), group);
            }
        }
    }
    void place(std::size_t run, std::size_t group) { m_key += m_weights[run * m_groups + group]; }
    void undo(std::size_t run, std::size_t group) { m_key -= m_weights[run * m_groups + group]; }
    void leaf() {
        const TableLookup::Entry entry = m_lookup.at(m_key);
        m_seen.add(m_labeling++, entry.p, entry.separates);
    }
    void placeAll(const std::vector<GroupLabel>& labels) {
        for (std::size_t run = 0; run < labels.size(); ++run) {
            if (labels[run] < m_groups) place(run, labels[run]);
        }
    }
    [[nodiscard]] TableLookup::Entry current() const { return m_lookup.at(m_key); }
    void clear() { m_key = 0; }

private:
    const TableLookup& m_lookup;
    std::size_t m_groups;
    std::vector<std::uint64_t> m_weights;
    Seen& m_seen;
    std::uint64_t m_key = 0;
    std::size_t m_labeling = 0;
};

// False: the tables of the group cannot be listed.
bool scanAll(const LabelledRuns& runs, const BlockPartition& partition, std::size_t maxTables,
             const LogFactorials& logFactorial, Seen& seen, LabelingScan::Group& group) {
    const auto lookup = TableLookup::build(partition, runs.groupSizes, maxTables, logFactorial);
    if (!lookup) return false;
    KeySums sums(*lookup, partition, runs.groupSizes.size(), seen);
    sums.placeAll(runs.labels);
    group.statistic = sums.current().p;
    group.p = {group.statistic, true, std::nullopt};
    group.smallestP = lookup->smallestP();
    sums.clear();
    LabelingWalk<KeySums> walk(runs.groupSizes, sums);
    walk.walk();
    return true;
}

// Turns how improbable each labeling's table is into the statistic; see LabelingScan.
class Ranks {
public:
    Ranks(const std::vector<double>& logRelative, double observed) : m_sorted(logRelative) {
        m_sorted.push_back(observed);
        std::sort(m_sorted.begin(), m_sorted.end());
        m_coarse = m_sorted[std::min(kCoarse, m_sorted.size()) - 1];
        m_coarseShare = share(m_coarse);
    }
    [[nodiscard]] double statistic(double logRelative) const {
        if (logRelative >= m_coarse - kProbabilityTolerance) return share(logRelative);
        return m_coarseShare * std::exp(logRelative - m_coarse);
    }
    // Labelings no more probable, the observed one among them.
    [[nodiscard]] std::size_t noMoreProbable(double logRelative) const {
        const auto end = std::upper_bound(m_sorted.begin(), m_sorted.end(), logRelative + kProbabilityTolerance);
        return static_cast<std::size_t>(end - m_sorted.begin());
    }

private:
    [[nodiscard]] double share(double logRelative) const {
        return static_cast<double>(noMoreProbable(logRelative)) / static_cast<double>(m_sorted.size());
    }

    std::vector<double> m_sorted;
    double m_coarse = 0.0, m_coarseShare = 0.0;
};

void scanSample(const LabelledRuns& runs, const BlockPartition& partition, const RandomLabelings& labelings,
                const LogFactorials& logFactorial, Seen& seen, LabelingScan::Group& group) {
    const auto lookup = TableLookup::build(partition, runs.groupSizes, kMaxListedTables, logFactorial);
    SampledTables tables(partition, runs.groupSizes, logFactorial, lookup ? &*lookup : nullptr);
    const SampledTable observed = tables.at(runs.labels);
    if (lookup) {
        group.statistic = lookup->at(observed.key).p;
        group.p = {group.statistic, true, std::nullopt};
        group.smallestP = lookup->smallestP();
        for (std::size_t i = 0; i < labelings.count(); ++i) {
            const TableLookup::Entry entry = lookup->at(tables.at(labelings, i).key);
            seen.add(i, entry.p, entry.separates);
        }
        return;
    }
    std::vector<double> logRelative(labelings.count());
    for (std::size_t i = 0; i < labelings.count(); ++i) {
        const SampledTable table = tables.at(labelings, i);
        logRelative[i] = table.logRelative;
        if (table.separates) seen.separates[i] = 1;
    }
    const Ranks ranks(logRelative, observed.logRelative);
    group.statistic = ranks.statistic(observed.logRelative);
    group.p = simulatedP(ranks.noMoreProbable(observed.logRelative) - 1, labelings.count());
    for (std::size_t i = 0; i < labelings.count(); ++i) {
        seen.smallest[i] = std::min(seen.smallest[i], ranks.statistic(logRelative[i]));
    }
}

enum class Attempt { done, stopped, failed };

void collect(std::vector<Seen>& seen, LabelingScan& scan) {
    Seen& all = seen[0];
    for (std::size_t i = 1; i < seen.size(); ++i) {
        for (std::size_t labeling = 0; labeling < scan.labelings; ++labeling) {
            all.add(labeling, seen[i].smallest[labeling], seen[i].separates[labeling] != 0);
        }
    }
    scan.separating = static_cast<std::size_t>(std::count(all.separates.begin(), all.separates.end(), 1));
    scan.smallest = std::move(all.smallest);
    std::sort(scan.smallest.begin(), scan.smallest.end());
}

// A partition with the same table under every labeling: p is 1, and it separates always (nothing but blocks of one run)
// or never (no two blocks).
bool separatesAlways(const BlockPartition& partition) {
    return partition.trivial() && partition.blockSizes.size() > 1;
}

}  // namespace

Result<LabelingScan> scanLabelings(const LabelledRuns& runs, const std::vector<BlockPartition>& partitions,
                                   const ScanOptions& options) {
    const LogFactorials logFactorial(runs.labels.size());
    LabelingScan scan;
    scan.groups.resize(partitions.size());
    const bool always =
        runs.groupSizes.size() > 1 && std::any_of(partitions.begin(), partitions.end(), separatesAlways);
    const auto attempt = [&](const RandomLabelings* sample) {
        const std::size_t most = std::max<std::size_t>(1, partitions.size());
        std::vector<Seen> seen(std::clamp<std::size_t>(options.threads, 1, most), Seen(scan.labelings));
        const auto scanGroup = [&](std::size_t group, std::size_t worker) {
            const BlockPartition& partition = partitions[group];
            if (partition.trivial() || runs.groupSizes.size() < 2) return true;
            if (sample == nullptr) {
                return scanAll(runs, partition, options.maxExactLabelings, logFactorial, seen[worker],
                               scan.groups[group]);
            }
            scanSample(runs, partition, *sample, logFactorial, seen[worker], scan.groups[group]);
            return true;
        };
        const auto threads = static_cast<unsigned>(seen.size());
        const bool listed = forEachGroup(partitions.size(), threads, options.stop, scanGroup);
        if (options.stop.stop_requested()) return Attempt::stopped;
        if (!listed) return Attempt::failed;
        collect(seen, scan);
        return Attempt::done;
    };
    Attempt outcome = Attempt::failed;
    if (const auto all = numberOfLabelings(runs.groupSizes, options.maxExactLabelings)) {
        scan.labelings = *all;
        outcome = attempt(nullptr);
    }
    if (outcome == Attempt::failed) {
        const RandomLabelings sample(runs.groupSizes, options.permutations, options.seed);
        scan.exact = false;
        scan.labelings = sample.count();
        outcome = attempt(&sample);
    }
    if (outcome == Attempt::stopped) return Cancelled{};
    if (always) scan.separating = scan.labelings;
    return scan;
}

PValue minPAdjusted(const LabelingScan& scan, std::size_t group) {
    const double limit = scan.groups[group].statistic * (1.0 + kEqualP);
    const auto end = std::upper_bound(scan.smallest.begin(), scan.smallest.end(), limit);
    const auto hits = static_cast<std::size_t>(end - scan.smallest.begin());
    if (!scan.exact) return simulatedP(hits, scan.labelings);
    return {static_cast<double>(hits) / static_cast<double>(scan.labelings), true, std::nullopt};
}

}  // namespace flipscope
