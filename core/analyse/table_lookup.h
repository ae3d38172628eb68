#pragma once

#include "core/analyse/block_partition.h"
#include "core/analyse/log_factorials.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flipscope {

// Exact p and "separates" of every table that any labeling with the given group sizes gives one partition, to be asked
// for hundreds of thousands of labelings. A table is addressed by a key that is a sum over its runs, so that walking
// through the labelings updates it with one addition a run. When labelled runs are without winner, the sizes of the
// groups among the runs that have one depend on the labeling; each p is that of the table among the tables with its own
// margins.
class TableLookup {
public:
    // Null when there are more than maxTables tables. logFactorial must reach the number of labelled runs.
    [[nodiscard]] static std::optional<TableLookup> build(const BlockPartition& partition,
                                                          const std::vector<std::size_t>& groupSizes,
                                                          std::size_t maxTables, const LogFactorials& logFactorial);

    // What one run of the block adds to the key when its label is `group`; groups: all but the last, which adds
    // nothing.
    [[nodiscard]] std::uint64_t weight(std::size_t block, std::size_t group) const {
        return m_weights[block * m_groups + group];
    }

    // The smallest p of any of these tables; null when it depends on the labeling, as it does when some of the labelled
    // runs are without winner.
    [[nodiscard]] std::optional<double> smallestP() const { return m_smallestP; }

    struct Entry {
        double p = 1.0;
        bool separates = false;
    };
    // Precondition: the key of a table that can be reached.
    [[nodiscard]] Entry at(std::uint64_t key) const {
        double value = 0.0;
        if (m_direct) {
            value = m_values[key];
        } else {
            std::size_t slot = slotOf(key);
            while (m_keys[slot] != key)
                slot = (slot + 1) & m_mask;
            value = m_values[slot];
        }
        return value < 0.0 ? Entry{-value, true} : Entry{value, false};
    }

private:
    struct Table {
        std::uint64_t key = 0;
        double logP = 0.0;
        std::uint32_t margin = 0;
        bool separates = false;
    };
    class Walk;

    void chooseWeights(const BlockPartition& partition, const std::vector<std::size_t>& groupSizes, std::uint64_t seed);
    bool keep(std::vector<Table>& tables);
    bool insert(std::uint64_t key, double value);
    [[nodiscard]] std::size_t slotOf(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> 32U) & m_mask;
    }

    std::size_t m_groups = 0;              // without the last
    std::vector<std::uint64_t> m_weights;  // block * m_groups + group
    bool m_direct = false;                 // the key is the position
    std::size_t m_mask = 0;
    std::vector<std::uint64_t> m_keys;
    std::vector<double> m_values;  // p, negated where the table separates; 0: no such table
    std::optional<double> m_smallestP;
};

}  // namespace flipscope
