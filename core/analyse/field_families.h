#pragma once

#include "core/analyse/varying_fields.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

namespace flipscope {

// Ways to part the runs, each by a number that equal partitions share.
using PartitionNumbers = std::unordered_set<std::uint64_t>;
// canonical: as canonicalPartition gives it.
[[nodiscard]] std::uint64_t partitionNumber(const std::vector<int>& canonical);

// One value of many lines of one form ("step # took # ms"), line by line: which lines stand for all of them. A field is
// looked at when it is added and not kept, so that any number of lines can be gone through.
class FieldFamily {
public:
    // A line that stands for the family.
    struct Representative {
        std::size_t line = 0;   // as given to add
        std::size_t alike = 0;  // further lines that part the runs equally, less what luck gives of these
    };

    // In the order of lines. Time-like fields only count for the first and the last line.
    void add(std::size_t line, const VaryingField& field);

    // Ascending by line, each once: the first line, the last one, and the one where the runs begin to differ most
    // clearly: of the way to part them with the largest clarity · (1 + alike) the first line of the longest streak,
    // since luck parts them so now and then before. Luck: groups of these sizes in so many lines, all ways to part the
    // runs so being equally likely, and two standard deviations more.
    [[nodiscard]] std::vector<Representative> representatives() const;

    // Adds the ways in which its lines part the runs.
    void addPartitions(PartitionNumbers& numbers) const;

private:
    struct Parted {
        std::size_t line = 0;  // the first of the longest streak of lines that part the runs so
        double clarity = 0;    // of that one
        std::size_t count = 0, longest = 0;
        std::vector<std::size_t> sizes;  // of the groups, ascending
    };
    [[nodiscard]] std::size_t alikeBeyondLuck(const Parted& parted) const;

    void extendStreak(std::uint64_t number, std::size_t line, double clarity);

    bool m_any = false;
    std::size_t m_streakStart = 0, m_streak = 0;  // of the lines added last
    double m_streakClarity = 0;
    std::size_t m_first = 0, m_last = 0;
    std::uint64_t m_firstParts = 0, m_lastParts = 0;
    std::map<std::uint64_t, Parted> m_parted;
    std::map<std::vector<std::size_t>, std::size_t> m_linesOfSizes;
};

}  // namespace flipscope
