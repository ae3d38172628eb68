#include "core/analyse/suspect_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

using Count = SuspectWinners::Count;

// The winners by the number of runs that countOf gives each, most frequent first, then as they stand.
template <class CountOf>
std::vector<Count> mostFrequentFirst(std::vector<Count> winners, CountOf countOf) {
    std::stable_sort(winners.begin(), winners.end(),
                     [&](const Count& a, const Count& b) { return countOf(a) > countOf(b); });
    return winners;
}

// The two outcome groups in which this key has most runs; null when there are fewer.
std::optional<std::pair<std::size_t, std::size_t>> largestGroups(const std::vector<Count>& winners) {
    std::vector<std::pair<std::size_t, std::size_t>> groups;  // runs, group
    for (std::size_t group = 0; group < winners.front().runsInGroup.size(); ++group) {
        std::size_t runs = 0;
        for (const Count& count : winners)
            runs += count.runsInGroup[group];
        if (runs > 0) groups.emplace_back(runs, group);
    }
    if (groups.size() < 2) return std::nullopt;
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return std::pair(groups[0].second, groups[1].second);
}

// Of the winners behind the first, which is the most frequent one: the one whose runs' median is farthest from its;
// those seen twice go before others.
CandidateIndex farthestFromFirst(const std::vector<Count>& winners) {
    const double first = winners.front().median.value_or(0.0);
    const auto distance = [&](const Count& count) {
        const double apart = std::abs(count.median.value_or(first) - first);
        return std::pair(count.runs > 1, std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart);
    };
    return std::max_element(winners.begin() + 1, winners.end(),
                            [&](const Count& a, const Count& b) { return distance(a) < distance(b); })
        ->winner;
}

}  // namespace

std::optional<PairVerdict> verdictOnSuspect(const Dataset& dataset, const Analysis& analysis,
                                            const SuspectWinners& winners) {
    if (winners.winners.size() < 2) return std::nullopt;
    const KeyVerdict& key = analysis.keys[winners.key.value];
    const auto placeOf = [&key](const Count& count) {
        return std::find_if(key.winners.begin(), key.winners.end(),
                            [&](const WinnerCount& of) { return of.winner == count.winner; });
    };
    // In the order of the key's winners, which does not hang on how candidates are numbered.
    std::vector<Count> ordered = winners.winners;
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](const Count& a, const Count& b) { return placeOf(a) < placeOf(b); });
    const std::vector<Count> all = mostFrequentFirst(std::move(ordered), [](const Count& count) { return count.runs; });
    CandidateIndex a = all[0].winner, b = all[1].winner;
    if (all[0].median) {
        b = farthestFromFirst(all);
    } else if (const auto groups = largestGroups(all)) {
        const auto leader = [&](std::size_t group) {
            return mostFrequentFirst(all, [group](const Count& count) { return count.runsInGroup[group]; })
                .front()
                .winner;
        };
        if (leader(groups->first) != leader(groups->second)) {
            a = leader(groups->first);
            b = leader(groups->second);
        }
    }
    return verdictOn(dataset, analysis.matrix, key, a, b);
}

}  // namespace flipscope
