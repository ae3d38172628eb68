#include "core/analyse/table_lookup.h"

#include "core/analyse/seeded_random.h"
#include "core/analyse/table_enumeration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace flipscope {
namespace {

constexpr std::size_t kMaxDirect = std::size_t{1} << 18U;  // 2 MB of values stay in the cache
constexpr std::size_t kMaxDepth = 64;  // a million labelings leave at most 20 runs outside the largest group
constexpr std::uint64_t kSeeds = 8;

}  // namespace

// Fills the groups one after the other, each from the blocks in ascending order and, last, from the runs without block;
// the last group gets what is left. No step is in vain: what is left always fits.
class TableLookup::Walk {
public:
    Walk(const TableLookup& lookup, const BlockPartition& partition, const std::vector<std::size_t>& groupSizes,
         std::size_t maxTables, const LogFactorials& logFactorial)
        : m_lookup(lookup),
          m_sizes(groupSizes),
          m_maxTables(maxTables),
          m_logFactorial(logFactorial),
          m_room(partition.blockSizes),
          m_groupsIn(partition.blockSizes.size(), 0),
          m_blockless(partition.blockless),
          m_blocklessIn(groupSizes.size(), 0) {
        for (const std::size_t size : m_room) {
            m_logRoom += logFactorial(size);
            m_logBlocks += logFactorial(size);
        }
    }

    // False: too many tables.
    bool walk(std::vector<Table>& tables) {
        m_tables = &tables;
        std::size_t runs = 0;
        for (const std::size_t size : m_sizes)
            runs += size;
        return fill(0, 0, m_sizes[0], runs);
    }

private:
    // free: runs at or after block `from`, and without block, that no earlier group has taken.
    bool fill(std::size_t group, std::size_t from, std::size_t left, std::size_t free) {
        if (left <= m_blockless && !finishGroup(group, left)) return false;
        if (left == 0) return true;
        for (std::size_t block = from; block < m_room.size() && free >= left; ++block) {
            free -= m_room[block];
            const std::size_t room = m_room[block];
            const std::size_t least = left > free ? left - free : 1;
            for (std::size_t x = least; x <= std::min(room, left); ++x) {
                const double logRoom = m_logRoom, logTaken = m_logTaken;
                take(group, block, x);
                const bool more = fill(group, block + 1, left - x, free);
                giveBack(group, block, x);
                m_logRoom = logRoom;  // put back, not added back: a million steps must not add up their rounding
                m_logTaken = logTaken;
                if (!more) return false;
            }
        }
        return true;
    }

    bool finishGroup(std::size_t group, std::size_t blockless) {
        m_blockless -= blockless;
        m_blocklessIn[group] = blockless;
        bool more = true;
        if (group + 2 == m_sizes.size()) {
            more = table();
        } else {
            std::size_t free = m_blockless;
            for (const std::size_t room : m_room)
                free += room;
            more = fill(group + 1, 0, m_sizes[group + 1], free);
        }
        m_blockless += blockless;
        return more;
    }

    void take(std::size_t group, std::size_t block, std::size_t x) {
        countMixed(block, -1);
        m_logRoom += m_logFactorial(m_room[block] - x) - m_logFactorial(m_room[block]);
        m_logTaken += m_logFactorial(x);
        m_room[block] -= x;
        ++m_groupsIn[block];
        m_key += x * m_lookup.weight(block, group);
        countMixed(block, 1);
    }

    void giveBack(std::size_t group, std::size_t block, std::size_t x) {
        countMixed(block, -1);
        m_room[block] += x;
        --m_groupsIn[block];
        m_key -= x * m_lookup.weight(block, group);
        countMixed(block, 1);
    }

    void countMixed(std::size_t block, int by) {
        if (m_groupsIn[block] + (m_room[block] > 0 ? 1U : 0U) > 1) m_mixed += by;
    }

    bool table() {
        if (m_tables->size() >= m_maxTables) return false;
        m_blocklessIn.back() = m_blockless;
        double logMargins = m_logBlocks;
        std::size_t runs = 0, groups = 0;
        for (std::size_t group = 0; group < m_sizes.size(); ++group) {
            const std::size_t size = m_sizes[group] - m_blocklessIn[group];
            logMargins += m_logFactorial(size);
            runs += size;
            if (size > 0) ++groups;
        }
        const double logP = logMargins - m_logFactorial(runs) - m_logTaken - m_logRoom;
        m_tables->push_back({m_key, logP, margin(), m_mixed == 0 && groups > 1 && m_room.size() > 1});
        return true;
    }

    std::uint32_t margin() {
        if (m_blocklessIn == m_lastMargin) return m_lastMarginId;
        m_lastMargin = m_blocklessIn;
        m_lastMarginId = m_margins.emplace(m_blocklessIn, static_cast<std::uint32_t>(m_margins.size())).first->second;
        return m_lastMarginId;
    }

    const TableLookup& m_lookup;
    const std::vector<std::size_t>& m_sizes;
    std::size_t m_maxTables;
    const LogFactorials& m_logFactorial;
    std::vector<std::size_t> m_room;      // by block: runs that no group has taken yet
    std::vector<std::size_t> m_groupsIn;  // by block: groups that have taken some
    std::size_t m_blockless;
    std::vector<std::size_t> m_blocklessIn;  // by group
    double m_logRoom = 0.0, m_logTaken = 0.0, m_logBlocks = 0.0;
    std::uint64_t m_key = 0;
    int m_mixed = 0;
    std::map<std::vector<std::size_t>, std::uint32_t> m_margins;
    std::vector<std::size_t> m_lastMargin;
    std::uint32_t m_lastMarginId = 0;
    std::vector<Table>* m_tables = nullptr;
};

std::optional<TableLookup> TableLookup::build(const BlockPartition& partition,
                                              const std::vector<std::size_t>& groupSizes, std::size_t maxTables,
                                              const LogFactorials& logFactorial) {
    if (groupSizes.size() < 2) return std::nullopt;
    std::size_t small = 0;
    for (std::size_t group = 0; group + 1 < groupSizes.size(); ++group)
        small += groupSizes[group];
    if (std::min(small, partition.blockSizes.size() * (groupSizes.size() - 1)) > kMaxDepth) return std::nullopt;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        TableLookup lookup;
        lookup.chooseWeights(partition, groupSizes, seed);
        std::vector<Table> tables;
        Walk walk(lookup, partition, groupSizes, maxTables, logFactorial);
        if (!walk.walk(tables)) return std::nullopt;
        if (lookup.keep(tables)) return lookup;
    }
    return std::nullopt;
}

// Mixed radix over the cells when that is small, else random weights: two of T tables then share a key with a
// probability of about T^2 / 2^65, which insert() would notice.
void TableLookup::chooseWeights(const BlockPartition& partition, const std::vector<std::size_t>& groupSizes,
                                std::uint64_t seed) {
    m_groups = groupSizes.size() - 1;
    const auto& blocks = partition.blockSizes;
    m_weights.assign(blocks.size() * m_groups, 0);
    // The cells of one block follow from the others when the group sizes are fixed.
    const auto largest = static_cast<std::size_t>(std::max_element(blocks.begin(), blocks.end()) - blocks.begin());
    const std::size_t implied = partition.blockless == 0 ? largest : blocks.size();
    std::size_t radix = 1;
    for (std::size_t block = 0; block < blocks.size() && radix <= kMaxDirect; ++block) {
        for (std::size_t group = 0; group < m_groups && radix <= kMaxDirect && block != implied; ++group) {
            m_weights[block * m_groups + group] = radix;
            radix *= std::min(blocks[block], groupSizes[group]) + 1;
        }
    }
    m_direct = radix <= kMaxDirect;
    if (m_direct) {
        m_values.assign(radix, 0.0);
        return;
    }
    SeededRandom random(seed);
    for (std::uint64_t& weight : m_weights)
        weight = random.next();
}

// p of every table: the sum of the probabilities of those with its margins that are no more probable. False: two tables
// share a key.
bool TableLookup::keep(std::vector<Table>& tables) {
    std::sort(tables.begin(), tables.end(), [](const Table& a, const Table& b) {
        return a.margin != b.margin ? a.margin < b.margin : a.logP < b.logP;
    });
    if (!m_direct) {
        std::size_t slots = 16;
        while (slots < 2 * tables.size())
            slots *= 2;
        m_mask = slots - 1;
        m_keys.assign(slots, 0);
        m_values.assign(slots, 0.0);
    }
    double sum = 0.0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (i > 0 && tables[i].margin != tables[i - 1].margin) {
            sum = 0.0;
            end = i;
        }
        while (end < tables.size() && tables[end].margin == tables[i].margin &&
               tables[end].logP <= tables[i].logP + kProbabilityTolerance) {
            sum += std::exp(tables[end].logP);
            ++end;
        }
        const double p = std::max(asProbability(sum), std::numeric_limits<double>::min());
        if (i == 0 && tables.front().margin == tables.back().margin) m_smallestP = p;
        if (!insert(tables[i].key, tables[i].separates ? -p : p)) return false;
    }
    return true;
}

bool TableLookup::insert(std::uint64_t key, double value) {
    if (m_direct) {
        m_values[key] = value;
        return true;
    }
    std::size_t slot = slotOf(key);
    while (m_values[slot] != 0.0) {
        if (m_keys[slot] == key) return false;
        slot = (slot + 1) & m_mask;
    }
    m_keys[slot] = key;
    m_values[slot] = value;
    return true;
}

}  // namespace flipscope
