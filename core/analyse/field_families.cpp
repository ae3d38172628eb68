#include "core/analyse/field_families.h"

#include "core/analyse/field_grouping.h"

#include <algorithm>
#include <cmath>

namespace flipscope {

namespace {

// Logarithm of the number of ways to part as many runs into unnamed groups of these sizes.
[[nodiscard]] double logLabelings(const std::vector<std::size_t>& sizes) {
    double runs = 0;
    double ways = 0;
    std::map<std::size_t, std::size_t> repeats;
    for (const std::size_t size : sizes) {
        runs += static_cast<double>(size);
        ways -= std::lgamma(static_cast<double>(size) + 1);
        ++repeats[size];
    }
    for (const auto& [size, count] : repeats)
        ways -= std::lgamma(static_cast<double>(count) + 1);
    return ways + std::lgamma(runs + 1);
}

}  // namespace

std::uint64_t partitionNumber(const std::vector<int>& canonical) {
    // FNV-1a over the blocks.
    std::uint64_t number = 14695981039346656037U;
    for (const int block : canonical)
        number = (number ^ static_cast<std::uint64_t>(block + 1)) * 1099511628211U;
    return number;
}

void FieldFamily::add(std::size_t line, const VaryingField& field) {
    if (!m_any) m_first = line;
    m_last = line;
    std::uint64_t number = 0;
    if (!field.timeLike) {
        const GroupedField grouped = groupField(field);
        number = partitionNumber(grouped.groups);
        const auto [entry, isNew] = m_parted.try_emplace(number);
        Parted& parted = entry->second;
        if (isNew) {
            for (const OutcomeGroup& group : grouped.outcome.groups)
                parted.sizes.push_back(group.members.size());
            std::sort(parted.sizes.begin(), parted.sizes.end());
        }
        ++parted.count;
        ++m_linesOfSizes[parted.sizes];
        extendStreak(number, line, grouped.clarity);
    }
    if (!m_any) m_firstParts = number;
    m_lastParts = number;
    m_any = true;
}

void FieldFamily::extendStreak(std::uint64_t number, std::size_t line, double clarity) {
    if (!m_any || m_lastParts != number) {
        m_streakStart = line;
        m_streakClarity = clarity;
        m_streak = 0;
    }
    Parted& parted = m_parted.at(number);
    if (++m_streak <= parted.longest) return;
    parted.longest = m_streak;
    parted.line = m_streakStart;
    parted.clarity = m_streakClarity;
}

std::size_t FieldFamily::alikeBeyondLuck(const Parted& parted) const {
    const double others = static_cast<double>(m_linesOfSizes.at(parted.sizes) - 1);
    const double expected = others * std::exp(-logLabelings(parted.sizes));
    const double beyond = static_cast<double>(parted.count - 1) - expected - 2 * std::sqrt(expected);
    return beyond > 0 ? static_cast<std::size_t>(beyond) : 0;
}

std::vector<FieldFamily::Representative> FieldFamily::representatives() const {
    if (!m_any) return {};
    std::map<std::size_t, std::size_t> lines;  // line -> alike
    const auto alikeOf = [&](std::uint64_t number) {
        const auto parted = m_parted.find(number);
        return parted == m_parted.end() ? std::size_t{0} : alikeBeyondLuck(parted->second);
    };
    lines[m_first] = alikeOf(m_firstParts);
    lines[m_last] = alikeOf(m_lastParts);
    const Parted* clearest = nullptr;
    double most = 0;
    for (const auto& [number, parted] : m_parted) {
        const double clear = parted.clarity * (1 + static_cast<double>(alikeBeyondLuck(parted)));
        if (clear < most || clear == 0) continue;
        if (clear == most && clearest->line < parted.line) continue;
        clearest = &parted;
        most = clear;
    }
    if (clearest != nullptr) lines[clearest->line] = alikeBeyondLuck(*clearest);
    std::vector<Representative> chosen;
    chosen.reserve(lines.size());
    for (const auto& [line, alike] : lines)
        chosen.push_back({line, alike});
    return chosen;
}

void FieldFamily::addPartitions(PartitionNumbers& numbers) const {
    for (const auto& [number, parted] : m_parted)
        numbers.insert(number);
}

}  // namespace flipscope
