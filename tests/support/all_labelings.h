#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace flipscope::test {

// The statistics of contingency tables by counting labelings one by one: no factorial, no recursion, integers only.
// Slow, and independent of everything in core/analyse; for up to about nine runs.
class AllLabelings {
public:
    explicit AllLabelings(std::vector<int> labels) : m_observed(labels) {
        std::sort(labels.begin(), labels.end());
        do
            m_labelings.push_back(labels);
        while (std::next_permutation(labels.begin(), labels.end()));
    }

    [[nodiscard]] std::size_t count() const { return m_labelings.size(); }
    [[nodiscard]] const std::vector<int>& observed() const { return m_observed; }

    // Runs of each (block, group); runs without a block are left out.
    using Table = std::map<std::pair<int, int>, int>;
    [[nodiscard]] static Table tableOf(const std::vector<int>& block, const std::vector<int>& labels) {
        Table table;
        for (std::size_t run = 0; run < block.size(); ++run) {
            if (block[run] >= 0) ++table[{block[run], labels[run]}];
        }
        return table;
    }

    [[nodiscard]] static bool separates(const std::vector<int>& block, const std::vector<int>& labels) {
        std::map<int, std::set<int>> groupsOf;
        std::set<int> groups;
        for (std::size_t run = 0; run < block.size(); ++run) {
            if (block[run] < 0) continue;
            groupsOf[block[run]].insert(labels[run]);
            groups.insert(labels[run]);
        }
        return groupsOf.size() > 1 && groups.size() > 1 &&
               std::all_of(groupsOf.begin(), groupsOf.end(), [](const auto& b) { return b.second.size() == 1; });
    }

    // By labeling, in a fixed order: Freeman-Halton p among the labelings with as many labelled runs with a block in
    // each group.
    [[nodiscard]] std::vector<double> p(const std::vector<int>& block) const {
        std::map<std::vector<int>, std::map<Table, long>> counts;  // margins -> table -> labelings
        std::vector<std::pair<std::vector<int>, Table>> tables;
        for (const auto& labels : m_labelings) {
            std::vector<int> margins;
            for (std::size_t run = 0; run < block.size(); ++run) {
                if (block[run] >= 0) margins.push_back(labels[run]);
            }
            std::sort(margins.begin(), margins.end());
            tables.emplace_back(margins, tableOf(block, labels));
            ++counts[margins][tables.back().second];
        }
        std::vector<double> result;
        for (const auto& [margins, table] : tables) {
            const auto& same = counts.at(margins);
            long all = 0, rare = 0;
            for (const auto& [other, count] : same) {
                all += count;
                if (count <= same.at(table)) rare += count;
            }
            result.push_back(static_cast<double>(rare) / static_cast<double>(all));
        }
        return result;
    }

    [[nodiscard]] std::size_t observedPosition() const {
        return static_cast<std::size_t>(std::find(m_labelings.begin(), m_labelings.end(), m_observed) -
                                        m_labelings.begin());
    }
    [[nodiscard]] double observedP(const std::vector<int>& block) const { return p(block)[observedPosition()]; }

    // Of all labelings with the margins of the observed one; the same as over all labelings when no run is without
    // block.
    [[nodiscard]] double smallestP(const std::vector<int>& block) const {
        const auto all = p(block);
        return *std::min_element(all.begin(), all.end());
    }

    [[nodiscard]] double separatingShare(const std::vector<int>& block) const { return anySeparates({block}); }

    // Share of labelings in which at least one of the partitions separates.
    [[nodiscard]] double anySeparates(const std::vector<std::vector<int>>& blocks) const {
        const auto hits = std::count_if(m_labelings.begin(), m_labelings.end(), [&](const auto& labels) {
            return std::any_of(blocks.begin(), blocks.end(),
                               [&](const auto& block) { return separates(block, labels); });
        });
        return static_cast<double>(hits) / static_cast<double>(count());
    }

    // By partition: share of labelings in which the smallest p of any partition is no larger than the observed p of
    // this.
    [[nodiscard]] std::vector<double> minP(const std::vector<std::vector<int>>& blocks) const {
        std::vector<std::vector<double>> ps;
        for (const auto& block : blocks)
            ps.push_back(p(block));
        std::vector<double> result;
        for (std::size_t group = 0; group < blocks.size(); ++group) {
            const double observed = ps[group][observedPosition()];
            std::size_t hits = 0;
            for (std::size_t labeling = 0; labeling < count(); ++labeling) {
                hits += std::any_of(ps.begin(), ps.end(),
                                    [&](const auto& all) { return all[labeling] <= observed + 1e-12; })
                            ? 1U
                            : 0U;
            }
            result.push_back(static_cast<double>(hits) / static_cast<double>(count()));
        }
        return result;
    }

private:
    std::vector<int> m_observed;
    std::vector<std::vector<int>> m_labelings;
};

}  // namespace flipscope::test
