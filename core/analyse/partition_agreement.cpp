#include "core/analyse/partition_agreement.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] double pairsOf(std::size_t n) {
    return static_cast<double>(n) * (static_cast<double>(n) - 1) / 2;
}

[[nodiscard]] std::size_t blockCount(const std::vector<int>& blockOf) {
    const auto largest = std::max_element(blockOf.begin(), blockOf.end());
    return largest == blockOf.end() || *largest < 0 ? 0 : static_cast<std::size_t>(*largest) + 1;
}

// Items by pair of blocks: a plain table while that is small.
class JointCounts {
public:
    explicit JointCounts(std::size_t cells) : m_table(cells <= kLargestTable ? cells : 0, 0) {}

    void add(std::size_t cell) {
        if (cell < m_table.size()) {
            ++m_table[cell];
        } else {
            ++m_sparse[cell];
        }
    }

    [[nodiscard]] double pairs() const {
        double sum = 0;
        for (const std::size_t count : m_table)
            sum += count > 1 ? pairsOf(count) : 0;
        for (const auto& [cell, count] : m_sparse)
            sum += pairsOf(count);
        return sum;
    }

private:
    static constexpr std::size_t kLargestTable = 4096;
    std::vector<std::size_t> m_table;
    std::unordered_map<std::size_t, std::size_t> m_sparse;
};

}  // namespace

std::vector<int> canonicalPartition(const std::vector<int>& blockOf) {
    std::unordered_map<int, int> number;
    std::vector<int> result;
    result.reserve(blockOf.size());
    for (const int block : blockOf)
        result.push_back(block < 0 ? -1 : number.try_emplace(block, static_cast<int>(number.size())).first->second);
    return result;
}

double adjustedRandIndex(const std::vector<int>& a, const std::vector<int>& b) {
    std::vector<std::size_t> sizesA(blockCount(a), 0);
    std::vector<std::size_t> sizesB(blockCount(b), 0);
    JointCounts cells(sizesA.size() * sizesB.size());
    std::size_t n = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] < 0 || b[i] < 0) continue;
        const auto inA = static_cast<std::size_t>(a[i]);
        const auto inB = static_cast<std::size_t>(b[i]);
        ++sizesA[inA];
        ++sizesB[inB];
        cells.add(inA * sizesB.size() + inB);
        ++n;
    }
    if (n < 2) return 0;
    const auto sumPairs = [](double sum, std::size_t size) { return sum + pairsOf(size); };
    const double pairsA = std::accumulate(sizesA.begin(), sizesA.end(), 0.0, sumPairs);
    const double pairsB = std::accumulate(sizesB.begin(), sizesB.end(), 0.0, sumPairs);
    const double expected = pairsA * pairsB / pairsOf(n);
    const double largest = (pairsA + pairsB) / 2;
    return largest - expected > 0 ? (cells.pairs() - expected) / (largest - expected) : 0;
}

std::vector<double> averageRanks(const std::vector<double>& values, const std::vector<bool>& valid) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (valid[i]) order.push_back(i);
    const auto key = [&](std::size_t i) {
        return std::pair(std::isnan(values[i]), std::isnan(values[i]) ? 0 : values[i]);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return key(x) < key(y); });
    std::vector<double> ranks(values.size(), 0);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && key(order[end]) == key(order[begin]))
            ++end;
        for (std::size_t i = begin; i < end; ++i)
            ranks[order[i]] = (static_cast<double>(begin + end) + 1) / 2;
        begin = end;
    }
    return ranks;
}

double rankSeparation(const std::vector<int>& groupOf, const std::vector<double>& ranks) {
    std::vector<double> rankSum(blockCount(groupOf), 0);
    std::vector<double> size(rankSum.size(), 0);
    double n = 0;
    double total = 0;
    for (std::size_t i = 0; i < groupOf.size(); ++i) {
        if (groupOf[i] < 0 || ranks[i] <= 0) continue;
        rankSum[static_cast<std::size_t>(groupOf[i])] += ranks[i];
        ++size[static_cast<std::size_t>(groupOf[i])];
        total += ranks[i];
        ++n;
    }
    double separation = 0;
    for (std::size_t group = 0; group < size.size(); ++group) {
        const double inside = size[group];
        const double outside = n - inside;
        if (inside == 0 || outside == 0) continue;
        // 2·AUC - 1 = 2 · (mean rank inside - mean rank outside) / n.
        const double effect = std::abs(2 * (rankSum[group] / inside - (total - rankSum[group]) / outside) / n);
        const double luck = 2 * std::sqrt((n + 1) / (3 * inside * outside));
        if (luck < 1) separation += inside / n * std::max(0.0, (effect - luck) / (1 - luck));
    }
    return separation;
}

}  // namespace flipscope
