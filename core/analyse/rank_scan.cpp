#include "core/analyse/rank_scan.h"

#include "core/analyse/group_threads.h"
#include "core/analyse/outcome_number.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include <boost/math/special_functions/gamma.hpp>

namespace flipscope {
namespace {

constexpr std::size_t kMaxExactSteps = 50'000'000;
constexpr std::size_t kCoarse = 20;
constexpr double kTolerance = 1e-9;  // equal effects differ by the rounding of their sums

// Numbers the different ties that the runs with a block can have: how many runs hold the smallest of their numbers, the
// next one and so on. Labelings with equal ties have equal ranks, dealt out in another order.
class TiePatterns {
public:
    // counts: by position, as RankEffect has them.
    [[nodiscard]] std::size_t indexOf(const std::vector<std::size_t>& counts) {
        m_ties.clear();
        std::copy_if(counts.begin(), counts.end(), std::back_inserter(m_ties), [](std::size_t n) { return n > 0; });
        if (m_last == m_indices.end() || m_last->first != m_ties)
            m_last = m_indices.try_emplace(m_ties, m_indices.size()).first;
        return m_last->second;
    }

private:
    std::map<std::vector<std::size_t>, std::size_t> m_indices;
    std::map<std::vector<std::size_t>, std::size_t>::iterator m_last = m_indices.end();  // neighbours are mostly alike
    std::vector<std::size_t> m_ties;
};

// The effects of one partition under all labelings looked at.
struct Effects {
    std::vector<double> values;
    std::vector<std::size_t> patternOf;  // by labeling; empty: all labelings are compared with each other
    std::size_t observedPattern = 0;

    [[nodiscard]] std::size_t pattern(std::size_t labeling) const {
        return patternOf.empty() ? 0 : patternOf[labeling];
    }
};

// Collects the effects of one partition while LabelingWalk deals the numbers.
class EffectsOfAll {
public:
    EffectsOfAll(RankEffect& effect, std::size_t runs, std::size_t groups, bool byPattern, Effects& effects)
        : m_effect(effect),
          m_byPattern(byPattern),
          m_last(static_cast<GroupLabel>(groups - 1)),
          m_labels(runs, m_last),
          m_effects(effects) {}
    void place(std::size_t run, std::size_t group) { m_labels[run] = static_cast<GroupLabel>(group); }
    void undo(std::size_t run, std::size_t /*group*/) { m_labels[run] = m_last; }
    void leaf() {
        m_effects.values.push_back(m_effect.at(m_labels.data()));
        if (m_byPattern) m_effects.patternOf.push_back(m_patterns.indexOf(m_effect.counts()));
    }
    void observe(const std::vector<GroupLabel>& labels) {
        static_cast<void>(m_effect.at(labels.data()));
        m_effects.observedPattern = m_patterns.indexOf(m_effect.counts());
    }

private:
    RankEffect& m_effect;
    bool m_byPattern;
    GroupLabel m_last;
    std::vector<GroupLabel> m_labels;
    Effects& m_effects;
    TiePatterns m_patterns;
};

Effects effectsOf(RankEffect& effect, const LabelledRuns& runs, const BlockPartition& partition,
                  const RandomLabelings* sample) {
    Effects effects;
    if (sample == nullptr) {
        const bool anyTies = runs.groupSizes.back() > 1;
        const bool byPattern = partition.blockless > 0 && anyTies;
        EffectsOfAll all(effect, runs.labels.size(), runs.groupSizes.size(), byPattern, effects);
        if (byPattern) all.observe(runs.labels);
        LabelingWalk<EffectsOfAll> walk(runs.groupSizes, all);
        walk.walk();
        return effects;
    }
    effects.values.resize(sample->count());
    for (std::size_t i = 0; i < effects.values.size(); ++i)
        effects.values[i] = effect.at(sample->labels(i));
    return effects;
}

// Turns effects into the statistic; see RankScan.
class EffectRanks {
public:
    // A sample gets the observed labeling as one more.
    EffectRanks(std::vector<double> effects, double observed, bool exact, const BlockPartition& partition)
        : m_sorted(std::move(effects)),
          m_exact(exact),
          m_halfFreedom(static_cast<double>(partition.blockSizes.size() - 1) / 2.0),
          m_halfRuns((static_cast<double>(partition.blockOfRun.size() - partition.blockless) - 1.0) / 2.0) {
        if (!exact) m_sorted.push_back(observed);
        std::sort(m_sorted.begin(), m_sorted.end());
        m_coarse = m_sorted[m_sorted.size() - std::min(kCoarse, m_sorted.size())];
    }
    [[nodiscard]] std::size_t atLeast(double effect) const {
        return static_cast<std::size_t>(m_sorted.end() -
                                        std::lower_bound(m_sorted.begin(), m_sorted.end(), effect - kTolerance));
    }
    [[nodiscard]] double largest() const { return m_sorted.back(); }
    [[nodiscard]] double share(double effect) const {
        return static_cast<double>(atLeast(effect)) / static_cast<double>(m_sorted.size());
    }
    [[nodiscard]] double statistic(double effect) const {
        if (m_exact || effect <= m_coarse + kTolerance) return share(effect);
        return share(m_coarse) * std::min(1.0, tail(effect) / tail(m_coarse));
    }

private:
    // P(chi-square >= H), H = effect * (n - 1), with blocks - 1 degrees of freedom; never 0.
    [[nodiscard]] double tail(double effect) const {
        return std::max(boost::math::gamma_q(m_halfFreedom, effect * m_halfRuns), 1e-300);
    }

    std::vector<double> m_sorted;
    bool m_exact;
    double m_halfFreedom, m_halfRuns;
    double m_coarse = 0.0;
};

struct Pass {
    const RankedRuns& ranked;
    const std::vector<BlockPartition>& partitions;
    const RandomLabelings* sample;  // null: all labelings
    RankScan& result;
};

// By pattern: the ranks of the effects of its labelings.
std::vector<EffectRanks> ranksOf(const Effects& effects, double observed, bool exact, const BlockPartition& partition) {
    std::vector<std::vector<double>> valuesOf(1);
    for (std::size_t i = 0; i < effects.values.size(); ++i) {
        if (effects.pattern(i) >= valuesOf.size()) valuesOf.resize(effects.pattern(i) + 1);
        valuesOf[effects.pattern(i)].push_back(effects.values[i]);
    }
    std::vector<EffectRanks> ranks;
    ranks.reserve(valuesOf.size());
    for (std::vector<double>& values : valuesOf)
        ranks.emplace_back(std::move(values), observed, exact, partition);
    return ranks;
}

void scanGroup(const Pass& pass, std::size_t group, std::vector<double>& smallest) {
    const LabelledRuns& runs = pass.ranked.runs;
    const BlockPartition& partition = pass.partitions[group];
    const bool exact = pass.sample == nullptr;
    RankEffect effect(pass.ranked, partition);
    const double observed = effect.at(runs.labels.data());
    const Effects effects = effectsOf(effect, runs, partition, pass.sample);
    const std::vector<EffectRanks> ranksOfPattern = ranksOf(effects, observed, exact, partition);
    const EffectRanks& ranks = ranksOfPattern[effects.observedPattern];
    LabelingScan::Group& figures = pass.result.scan.groups[group];
    figures.statistic = ranks.statistic(observed);
    figures.p = exact ? PValue{ranks.share(observed), true, std::nullopt}
                      : simulatedP(ranks.atLeast(observed) - 1, effects.values.size());
    const double largest = std::max(effect.largestFound(), ranks.largest());
    pass.result.smallestP[group] = ranks.share(largest);
    if (!exact && pass.result.smallestP[group] == 0.0) {
        pass.result.smallestP[group] = 1.0 / static_cast<double>(effects.values.size() + 1);
    }
    for (std::size_t i = 0; i < effects.values.size(); ++i) {
        smallest[i] = std::min(smallest[i], ranksOfPattern[effects.pattern(i)].statistic(effects.values[i]));
    }
}

// The blocks in the orders that can be most lopsided: ascending, descending, and the largest at both ends.
std::vector<std::vector<std::size_t>> blockOrders(const BlockPartition& partition) {
    std::vector<std::size_t> ascending(partition.blockSizes.size());
    std::iota(ascending.begin(), ascending.end(), std::size_t{0});
    std::stable_sort(ascending.begin(), ascending.end(),
                     [&](std::size_t a, std::size_t b) { return partition.blockSizes[a] < partition.blockSizes[b]; });
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < ascending.size(); ++i)
        ends.insert(i % 2 == 0 ? ends.begin() : ends.end(), ascending[i]);
    // The smallest came first and was pushed inwards by the larger ones.
    return {ascending, {ascending.rbegin(), ascending.rend()}, ends};
}

}  // namespace

RankedRuns rankedRuns(const std::vector<std::optional<double>>& numbers) {
    std::map<std::pair<bool, double>, std::size_t> positions;
    for (const auto& number : numbers) {
        if (number) positions.emplace(numberOrder(*number), 0);
    }
    RankedRuns ranked;
    if (positions.size() > kMaxLabelGroups) return ranked;
    std::size_t next = 0;
    for (auto& [number, position] : positions)
        position = next++;
    std::vector<int> positionOfColumn;
    for (const auto& number : numbers)
        positionOfColumn.push_back(number ? static_cast<int>(positions.at(numberOrder(*number))) : -1);
    ranked.runs = labelledRuns(positionOfColumn);
    ranked.positionOf.resize(ranked.runs.groupSizes.size());
    for (std::size_t run = 0; run < ranked.runs.columns.size(); ++run) {
        ranked.positionOf[ranked.runs.labels[run]] =
            static_cast<std::size_t>(positionOfColumn[ranked.runs.columns[run]]);
    }
    return ranked;
}

RankEffect::RankEffect(const RankedRuns& ranked, const BlockPartition& partition)
    : m_ranked(ranked),
      m_partition(partition),
      m_runs(partition.blockOfRun.size() - partition.blockless),
      m_rankOfLabel(ranked.positionOf.size()),
      m_counts(ranked.positionOf.size()),
      m_labelAt(ranked.positionOf.size()),
      m_sums(partition.blockSizes.size()) {
    for (std::size_t label = 0; label < ranked.positionOf.size(); ++label)
        m_labelAt[ranked.positionOf[label]] = label;
    rank(ranked.runs.labels.data());
}

void RankEffect::rank(const GroupLabel* labels) {
    std::fill(m_counts.begin(), m_counts.end(), std::size_t{0});
    for (std::size_t run = 0; run < m_partition.blockOfRun.size(); ++run) {
        if (m_partition.blockOfRun[run] >= 0) ++m_counts[m_ranked.positionOf[labels[run]]];
    }
    const auto n = static_cast<double>(m_runs);
    double below = 0.0, cubes = n * n * n - n;
    for (std::size_t position = 0; position < m_counts.size(); ++position) {
        const auto count = static_cast<double>(m_counts[position]);
        m_rankOfLabel[m_labelAt[position]] = below + (count + 1.0) / 2.0;
        below += count;
        cubes -= count * count * count - count;
    }
    m_spread = cubes / 12.0;
}

double RankEffect::at(const GroupLabel* labels) {
    // Only with runs that have no block do the ranks depend on the labeling.
    if (m_partition.blockless > 0) rank(labels);
    if (m_spread <= 0.0) return 0.0;
    std::fill(m_sums.begin(), m_sums.end(), 0.0);
    for (std::size_t run = 0; run < m_partition.blockOfRun.size(); ++run) {
        const int block = m_partition.blockOfRun[run];
        if (block >= 0) m_sums[static_cast<std::size_t>(block)] += m_rankOfLabel[labels[run]];
    }
    const double mean = (static_cast<double>(m_runs) + 1.0) / 2.0;
    double between = 0.0;
    for (std::size_t block = 0; block < m_sums.size(); ++block) {
        const auto size = static_cast<double>(m_partition.blockSizes[block]);
        const double away = m_sums[block] - size * mean;
        between += away * away / size;
    }
    return std::clamp(between / m_spread, 0.0, 1.0);
}

double RankEffect::largestFound() {
    std::vector<std::vector<std::size_t>> runsOf(m_partition.blockSizes.size());
    std::vector<GroupLabel> ascending;  // labels of the runs with a block
    for (std::size_t run = 0; run < m_partition.blockOfRun.size(); ++run) {
        const int block = m_partition.blockOfRun[run];
        if (block < 0) continue;
        runsOf[static_cast<std::size_t>(block)].push_back(run);
        ascending.push_back(m_ranked.runs.labels[run]);
    }
    std::sort(ascending.begin(), ascending.end(),
              [&](GroupLabel a, GroupLabel b) { return m_ranked.positionOf[a] < m_ranked.positionOf[b]; });
    std::vector<GroupLabel> labels = m_ranked.runs.labels;
    double largest = 0.0;
    for (const auto& order : blockOrders(m_partition)) {
        std::size_t next = 0;
        for (const std::size_t block : order) {
            for (const std::size_t run : runsOf[block])
                labels[run] = ascending[next++];
        }
        largest = std::max(largest, at(labels.data()));
    }
    return largest;
}

Result<RankScan> scanRanks(const RankedRuns& ranked, const std::vector<BlockPartition>& partitions,
                           const ScanOptions& options) {
    const LabelledRuns& runs = ranked.runs;
    RankScan result;
    result.scan.groups.resize(partitions.size());
    result.smallestP.assign(partitions.size(), 1.0);
    const std::size_t most = std::max<std::size_t>(1, partitions.size());
    std::optional<RandomLabelings> sample;
    const std::size_t maxExact = std::min(options.maxExactLabelings, kMaxExactSteps / most);
    if (const auto all = numberOfLabelings(runs.groupSizes, maxExact)) {
        result.scan.labelings = *all;
    } else {
        sample.emplace(runs.groupSizes, options.permutations, options.seed, RandomLabelings::Kept::labels);
        result.scan.exact = false;
        result.scan.labelings = sample->count();
    }
    const Pass pass{ranked, partitions, sample ? &*sample : nullptr, result};
    const std::size_t threads = std::clamp<std::size_t>(options.threads, 1, most);
    std::vector<std::vector<double>> smallest(threads, std::vector<double>(result.scan.labelings, 1.0));
    forEachGroup(partitions.size(), static_cast<unsigned>(threads), options.stop,
                 [&](std::size_t group, std::size_t worker) {
                     const bool comparable = runs.groupSizes.size() > 1 && !partitions[group].trivial();
                     if (comparable) scanGroup(pass, group, smallest[worker]);
                     return true;
                 });
    if (options.stop.stop_requested()) return Cancelled{};
    result.scan.smallest = std::move(smallest[0]);
    for (std::size_t worker = 1; worker < threads; ++worker) {
        std::transform(smallest[worker].begin(), smallest[worker].end(), result.scan.smallest.begin(),
                       result.scan.smallest.begin(), [](double a, double b) { return std::min(a, b); });
    }
    std::sort(result.scan.smallest.begin(), result.scan.smallest.end());
    return result;
}

}  // namespace flipscope
