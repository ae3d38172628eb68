#include "core/analyse/kruskal_wallis.h"

#include "core/analyse/labelings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace flipscope {
namespace {

constexpr std::size_t kMaxExact = 1'000'000;
constexpr double kTolerance = 1e-10;

// Ranks from 1; equal values share the mean of theirs.
std::vector<double> midranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && values[order[end]] == values[order[i]])
            ++end;
        for (std::size_t j = i; j < end; ++j)
            ranks[order[j]] = static_cast<double>(i + 1 + end) / 2.0;
        i = end;
    }
    return ranks;
}

// The sum over blocks of R^2 / n, kept up to date while runs are placed.
class RankSums {
public:
    RankSums(const std::vector<double>& ranks, const std::vector<std::size_t>& sizes)
        : m_ranks(ranks),
          m_sizes(sizes),
          m_sums(sizes.size(), 0.0),
          m_all(std::accumulate(ranks.begin(), ranks.end(), 0.0)) {}

    void place(std::size_t run, std::size_t block) { m_sums[block] += m_ranks[run]; }
    void undo(std::size_t run, std::size_t block) { m_sums[block] -= m_ranks[run]; }  // exact: ranks are halves
    void clear() { std::fill(m_sums.begin(), m_sums.end(), 0.0); }
    void leaf() {
        ++m_labelings;
        if (statistic() >= m_observed) ++m_hits;
    }

    // Over the blocks placed; the last one holds all other runs.
    [[nodiscard]] double statistic() const {
        double result = 0.0, others = m_all;
        for (std::size_t i = 0; i + 1 < m_sums.size(); ++i) {
            others -= m_sums[i];
            result += m_sums[i] * m_sums[i] / static_cast<double>(m_sizes[i]);
        }
        return result + others * others / static_cast<double>(m_sizes.back());
    }

    void observe() { m_observed = statistic() * (1.0 - kTolerance); }
    [[nodiscard]] std::size_t hits() const { return m_hits; }
    [[nodiscard]] std::size_t labelings() const { return m_labelings; }

private:
    const std::vector<double>& m_ranks;
    const std::vector<std::size_t>& m_sizes;
    std::vector<double> m_sums;
    double m_all;
    double m_observed = 0.0;
    std::size_t m_hits = 0, m_labelings = 0;
};

void placeAll(RankSums& sums, const std::vector<GroupLabel>& labels, std::size_t blocks) {
    sums.clear();
    for (std::size_t run = 0; run < labels.size(); ++run) {
        if (labels[run] + std::size_t{1} < blocks) sums.place(run, labels[run]);
    }
}

struct Sample {
    std::vector<double> values;
    std::vector<GroupLabel> blocks;  // the largest block is the last
    std::vector<std::size_t> sizes;
};

Sample usableRuns(const std::vector<int>& block, const std::vector<double>& value) {
    std::map<int, std::size_t> sizeOf;
    const std::size_t runs = std::min(block.size(), value.size());
    const auto usable = [&](std::size_t run) { return block[run] >= 0 && !std::isnan(value[run]); };
    for (std::size_t run = 0; run < runs; ++run) {
        if (usable(run)) ++sizeOf[block[run]];
    }
    std::vector<std::pair<std::size_t, int>> bySize;
    for (const auto& [id, size] : sizeOf)
        bySize.emplace_back(size, id);
    std::sort(bySize.begin(), bySize.end());
    Sample sample;
    std::map<int, GroupLabel> labelOf;
    for (const auto& [size, id] : bySize) {
        labelOf[id] = static_cast<GroupLabel>(sample.sizes.size());
        sample.sizes.push_back(size);
    }
    for (std::size_t run = 0; run < runs; ++run) {
        if (!usable(run)) continue;
        sample.values.push_back(value[run]);
        sample.blocks.push_back(labelOf[block[run]]);
    }
    return sample;
}

}  // namespace

PValue kruskalWallis(const std::vector<int>& block, const std::vector<double>& value, std::size_t permutations,
                     std::uint64_t seed) {
    const Sample sample = usableRuns(block, value);
    // With a block a run every labeling has the same statistic.
    if (sample.sizes.size() < 2 || sample.sizes.back() == 1) return {};
    if (sample.sizes.size() > kMaxLabelGroups) return {1.0, false, std::pair{0.0, 1.0}};
    const std::vector<double> ranks = midranks(sample.values);
    RankSums sums(ranks, sample.sizes);
    placeAll(sums, sample.blocks, sample.sizes.size());
    sums.observe();
    if (const auto labelings = numberOfLabelings(sample.sizes, kMaxExact)) {
        sums.clear();
        LabelingWalk<RankSums> walk(sample.sizes, sums);
        walk.walk();
        return {static_cast<double>(sums.hits()) / static_cast<double>(sums.labelings()), true, std::nullopt};
    }
    LabelShuffler shuffler(sample.sizes, seed);
    for (std::size_t i = 0; i < permutations; ++i) {
        placeAll(sums, shuffler.next(), sample.sizes.size());
        sums.leaf();
    }
    return simulatedP(sums.hits(), permutations);
}

}  // namespace flipscope
