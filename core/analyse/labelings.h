#pragma once

#include "core/analyse/seeded_random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flipscope {

// A labeling gives each of n runs one of g groups so that group j gets sizes[j] runs. Everything here treats the last
// group as "all others"; it is fastest when that one is the largest.
using GroupLabel = std::uint16_t;
inline constexpr std::size_t kMaxLabelGroups = 65'535;

// How many labelings there are: sum! / product of sizes!. Null when more than limit.
[[nodiscard]] std::optional<std::size_t> numberOfLabelings(const std::vector<std::size_t>& sizes, std::size_t limit);

// Visits every labeling once, always in the same order. The visitor has place(run, group) and undo(run, group) for all
// groups but the last, and leaf() once a labeling is whole.
template <class Visitor>
class LabelingWalk {
public:
    LabelingWalk(const std::vector<std::size_t>& sizes, Visitor& visitor) : m_sizes(sizes), m_visitor(visitor) {
        for (const std::size_t size : sizes)
            m_runs += size;
        m_taken.assign(m_runs, 0);
    }

    void walk() {
        if (m_sizes.size() < 2) {
            m_visitor.leaf();
        } else {
            fill(0, 0, m_sizes[0], m_runs);
        }
    }

private:
    // free: runs at or after `from` that no earlier group has taken.
    void fill(std::size_t group, std::size_t from, std::size_t left, std::size_t free) {
        if (left == 0) {
            finishGroup(group);
            return;
        }
        for (std::size_t run = from; free >= left; ++run) {
            if (m_taken[run] != 0) continue;
            --free;
            m_taken[run] = 1;
            m_visitor.place(run, group);
            fill(group, run + 1, left - 1, free);
            m_visitor.undo(run, group);
            m_taken[run] = 0;
        }
    }

    void finishGroup(std::size_t group) {
        const std::size_t next = group + 1;
        if (next + 1 == m_sizes.size()) {
            m_visitor.leaf();
            return;
        }
        std::size_t free = 0;
        for (std::size_t i = next; i < m_sizes.size(); ++i)
            free += m_sizes[i];
        fill(next, 0, m_sizes[next], free);
    }

    const std::vector<std::size_t>& m_sizes;
    Visitor& m_visitor;
    std::size_t m_runs = 0;
    std::vector<char> m_taken;
};

// Random labelings one after the other, each equally likely; a seed always gives the same sequence.
class LabelShuffler {
public:
    LabelShuffler(const std::vector<std::size_t>& sizes, std::uint64_t seed);
    // Label by run; valid until the next call.
    const std::vector<GroupLabel>& next();
    // The runs so that the members of each group but the last come one group after the other; valid like the labels.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }

private:
    std::vector<std::size_t> m_sizes;
    SeededRandom m_random;
    std::vector<std::uint32_t>
        m_order;  // a permutation of the runs; its front holds the members of all groups but the last
    std::vector<GroupLabel> m_labels;
};

// Many random labelings kept for several readers. Up to sixteen groups they are kept as one bit plane a group (all but
// the last), so that a block's count is a population count; with more groups, or when asked for, as one label a run.
class RandomLabelings {
public:
    enum class Kept : std::uint8_t { asSuits, labels };
    // Fewer than `count` are made (but at least 999) when they would take more than 64 MB.
    RandomLabelings(const std::vector<std::size_t>& sizes, std::size_t count, std::uint64_t seed,
                    Kept kept = Kept::asSuits);

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] bool hasPlanes() const { return m_planesKept; }
    [[nodiscard]] std::size_t words() const { return m_words; }  // of a plane
    // Bit i % 64 of word i / 64: run i is of the group. Precondition: hasPlanes(), group < groups - 1.
    [[nodiscard]] const std::uint64_t* plane(std::size_t labeling, std::size_t group) const {
        return &m_planes[(labeling * (m_groups - 1) + group) * m_words];
    }
    // Precondition: not hasPlanes().
    [[nodiscard]] const GroupLabel* labels(std::size_t labeling) const { return &m_labels[labeling * m_runs]; }

private:
    void keepPlanes(std::size_t labeling, const std::vector<std::size_t>& sizes,
                    const std::vector<std::uint32_t>& order);

    std::size_t m_groups;
    bool m_planesKept;
    std::size_t m_runs = 0, m_words = 0, m_count = 0;
    std::vector<std::uint64_t> m_planes;
    std::vector<GroupLabel> m_labels;
};

}  // namespace flipscope
