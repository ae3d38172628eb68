#include "core/analyse/labelings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace flipscope {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
constexpr std::size_t kFewest = 999;

std::size_t sum(const std::vector<std::size_t>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

}  // namespace

std::optional<std::size_t> numberOfLabelings(const std::vector<std::size_t>& sizes, std::size_t limit) {
    std::size_t left = sum(sizes);
    double labelings = 1.0;  // exact below 2^53, far above any limit that can be walked
    for (const std::size_t size : sizes) {
        const std::size_t chosen = std::min(size, left - size);
        double ways = 1.0;
        for (std::size_t i = 0; i < chosen; ++i) {
            ways = ways * static_cast<double>(left - i) / static_cast<double>(i + 1);
            if (labelings * ways > static_cast<double>(limit)) return std::nullopt;
        }
        labelings *= ways;
        left -= size;
    }
    if (labelings > static_cast<double>(limit)) return std::nullopt;
    return static_cast<std::size_t>(std::llround(labelings));
}

LabelShuffler::LabelShuffler(const std::vector<std::size_t>& sizes, std::uint64_t seed)
    : m_sizes(sizes), m_random(seed), m_order(sum(sizes)) {
    std::iota(m_order.begin(), m_order.end(), std::uint32_t{0});
    const std::size_t last = sizes.empty() ? 0 : sizes.size() - 1;
    m_labels.assign(m_order.size(), static_cast<GroupLabel>(last));
}

const std::vector<GroupLabel>& LabelShuffler::next() {
    if (m_sizes.empty()) return m_labels;
    const auto last = static_cast<GroupLabel>(m_sizes.size() - 1);
    const std::size_t front = m_order.size() - m_sizes.back();
    for (std::size_t i = 0; i < front; ++i)
        m_labels[m_order[i]] = last;
    std::size_t position = 0;
    for (std::size_t group = 0; group < last; ++group) {
        for (std::size_t i = 0; i < m_sizes[group]; ++i, ++position) {
            const std::size_t other = position + m_random.below(static_cast<std::uint32_t>(m_order.size() - position));
            std::swap(m_order[position], m_order[other]);
            m_labels[m_order[position]] = static_cast<GroupLabel>(group);
        }
    }
    return m_labels;
}

RandomLabelings::RandomLabelings(const std::vector<std::size_t>& sizes, std::size_t count, std::uint64_t seed,
                                 Kept kept)
    : m_groups(sizes.size()),
      m_planesKept(kept == Kept::asSuits && m_groups <= 16),
      m_runs(sum(sizes)),
      m_words((m_runs + 63) / 64) {
    const std::size_t planes = m_groups == 0 ? 0 : m_groups - 1;
    const std::size_t bytes =
        std::max<std::size_t>(1, hasPlanes() ? planes * m_words * sizeof(std::uint64_t) : m_runs * sizeof(GroupLabel));
    m_count = std::min(count, std::max(kFewest, kMaxBytes / bytes));
    if (hasPlanes()) {
        m_planes.assign(m_count * planes * m_words, 0);
    } else {
        m_labels.resize(m_count * m_runs);
    }
    LabelShuffler shuffler(sizes, seed);
    for (std::size_t labeling = 0; labeling < m_count; ++labeling) {
        const std::vector<GroupLabel>& labels = shuffler.next();
        if (hasPlanes()) {
            keepPlanes(labeling, sizes, shuffler.order());
        } else {
            std::copy(labels.begin(), labels.end(), m_labels.begin() + static_cast<std::ptrdiff_t>(labeling * m_runs));
        }
    }
}

void RandomLabelings::keepPlanes(std::size_t labeling, const std::vector<std::size_t>& sizes,
                                 const std::vector<std::uint32_t>& order) {
    std::size_t position = 0;
    for (std::size_t group = 0; group + 1 < m_groups; ++group) {
        std::uint64_t* plane = &m_planes[(labeling * (m_groups - 1) + group) * m_words];
        for (std::size_t i = 0; i < sizes[group]; ++i, ++position) {
            plane[order[position] / 64] |= std::uint64_t{1} << (order[position] % 64);
        }
    }
}

}  // namespace flipscope
