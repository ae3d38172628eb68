#include "core/analyse/kruskal_wallis.h"

#include "core/analyse/labelings.h"
#include "core/analyse/partition_agreement.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace flipscope {
namespace {

constexpr double kTolerance = 1e-10;

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
        const double reached = statistic();
        ++m_labelings;
        if (reached >= m_observed) ++m_hits;
        if (reached > m_largest * (1.0 + kTolerance)) {
            m_largest = reached;
            m_atLargest = 0;
        }
        if (reached >= m_largest * (1.0 - kTolerance)) ++m_atLargest;
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
    [[nodiscard]] RankTail tail() const {
        const auto all = static_cast<double>(m_labelings);
        return {static_cast<double>(m_hits) / all, static_cast<double>(m_atLargest) / all};
    }

private:
    const std::vector<double>& m_ranks;
    const std::vector<std::size_t>& m_sizes;
    std::vector<double> m_sums;
    double m_all;
    double m_observed = 0.0, m_largest = 0.0;
    std::size_t m_hits = 0, m_atLargest = 0, m_labelings = 0;
};

struct Sample {
    std::vector<double> values;
    std::vector<GroupLabel> blocks;  // the largest block is the last
    std::vector<std::size_t> sizes;
};

// Precondition: a value a block.
Sample usableRuns(const std::vector<int>& block, const std::vector<double>& value) {
    std::map<int, std::size_t> sizeOf;
    for (const int id : block) {
        if (id >= 0) ++sizeOf[id];
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
    for (std::size_t run = 0; run < block.size(); ++run) {
        if (block[run] < 0) continue;
        sample.values.push_back(value[run]);
        sample.blocks.push_back(labelOf[block[run]]);
    }
    return sample;
}

}  // namespace

std::optional<RankTail> exactKruskalWallis(const std::vector<int>& block, const std::vector<double>& value,
                                           std::size_t maxLabelings) {
    const Sample sample = usableRuns(block, value);
    // With a block a run every labeling has the same statistic.
    if (sample.sizes.size() < 2 || sample.sizes.back() == 1) return RankTail{};
    if (!numberOfLabelings(sample.sizes, maxLabelings)) return std::nullopt;
    const std::vector<double> ranks = averageRanks(sample.values, std::vector<bool>(sample.values.size(), true));
    RankSums sums(ranks, sample.sizes);
    for (std::size_t run = 0; run < sample.blocks.size(); ++run) {
        if (sample.blocks[run] + std::size_t{1} < sample.sizes.size()) sums.place(run, sample.blocks[run]);
    }
    sums.observe();
    sums.clear();
    LabelingWalk<RankSums> walk(sample.sizes, sums);
    walk.walk();
    return sums.tail();
}

}  // namespace flipscope
