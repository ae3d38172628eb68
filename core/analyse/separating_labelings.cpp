#include "core/analyse/separating_labelings.h"

#include "core/analyse/log_factorials.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

namespace flipscope {
namespace {

constexpr std::size_t kMaxStates = 50'000;
constexpr double kNegligible = 1e-9;

using Sizes = std::vector<std::size_t>;

std::size_t sum(const Sizes& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

// P(every block pure | sizes are c) = P(pure and sizes c) / P(sizes c) <= P(pure) / P(sizes c), for independent labels
// that are of group j with probability c_j / n.
double logUpperBound(const Sizes& blocks, const Sizes& groups, const LogFactorials& logFactorial) {
    const auto runs = static_cast<double>(sum(groups));
    double log = -logMultinomial(groups, logFactorial);
    for (const std::size_t size : groups) {
        if (size > 0) log -= static_cast<double>(size) * std::log(static_cast<double>(size) / runs);
    }
    for (const std::size_t block : blocks) {
        double pure = 0.0;
        for (const std::size_t size : groups) {
            pure += std::pow(static_cast<double>(size) / runs, static_cast<double>(block));
        }
        log += std::log(pure);
    }
    return log;
}

// Assignments of the blocks (two runs or more each) to two groups, by what they fill of the first one; long double,
// because there can be 2^blocks of them.
std::vector<long double> subsetSums(const Sizes& blocks, std::size_t first) {
    std::vector<long double> ways(first + 1, 0.0L);
    ways.at(0) = 1.0L;
    for (const std::size_t block : blocks) {
        for (std::size_t s = first; s >= block; --s)
            ways[s] += ways[s - block];
    }
    return ways;
}

double logOf(long double value) {
    return static_cast<double>(std::log(value));
}

double shareOfTwoGroups(const Sizes& blocks, std::size_t singles, const Sizes& groups,
                        const LogFactorials& logFactorial) {
    const std::size_t first = std::min(groups[0], groups[1]);
    const double logAll = logMultinomial(groups, logFactorial);
    const auto ways = subsetSums(blocks, first);
    double share = 0.0;
    for (std::size_t s = 0; s <= first; ++s) {
        if (ways[s] == 0.0L || first - s > singles) continue;
        const double logRest = logMultinomial({first - s, singles - (first - s)}, logFactorial);
        share += std::exp(logOf(ways[s]) + logRest - logAll);
    }
    return share;
}

// State: room left in each group, sorted, since groups with equal room can be exchanged. Null: too many states.
std::optional<double> shareOfManyGroups(const Sizes& blocks, const Sizes& groups, const LogFactorials& logFactorial) {
    Sizes start = groups;
    std::sort(start.begin(), start.end());
    std::map<Sizes, long double> states{{start, 1.0L}};
    for (const std::size_t block : blocks) {
        std::map<Sizes, long double> next;
        for (const auto& [room, ways] : states) {
            for (std::size_t group = 0; group < room.size(); ++group) {
                if (room[group] < block) continue;
                Sizes left = room;
                left[group] -= block;
                std::sort(left.begin(), left.end());
                next[std::move(left)] += ways;
            }
            if (next.size() > kMaxStates) return std::nullopt;
        }
        states = std::move(next);
    }
    const double logAll = logMultinomial(groups, logFactorial);
    double share = 0.0;
    for (const auto& [room, ways] : states)
        share += std::exp(logOf(ways) + logMultinomial(room, logFactorial) - logAll);
    return share;
}

// Share of labelings in which all runs of the blocks are of one group, which separates nothing.
double shareOfOneGroup(std::size_t inBlocks, const Sizes& groups, const LogFactorials& logFactorial) {
    const double logAll = logMultinomial(groups, logFactorial);
    double share = 0.0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (groups[group] < inBlocks) continue;
        Sizes rest = groups;
        rest[group] -= inBlocks;
        share += std::exp(logMultinomial(rest, logFactorial) - logAll);
    }
    return share;
}

}  // namespace

double separatingShare(const Sizes& blockSizes, std::size_t blockless, const Sizes& groupSizes) {
    const auto filled = [](std::size_t size) { return size > 0; };
    if (std::count_if(blockSizes.begin(), blockSizes.end(), filled) < 2) return 0.0;
    if (std::count_if(groupSizes.begin(), groupSizes.end(), filled) < 2) return 0.0;
    const LogFactorials logFactorial(sum(groupSizes));
    Sizes large;
    std::copy_if(blockSizes.begin(), blockSizes.end(), std::back_inserter(large), [](std::size_t s) { return s > 1; });
    std::sort(large.begin(), large.end(), std::greater<>());
    const std::size_t inBlocks = sum(blockSizes);
    const std::size_t singles = inBlocks - sum(large) + blockless;
    const double bound = std::exp(std::min(0.0, logUpperBound(large, groupSizes, logFactorial)));
    if (bound < kNegligible) return 0.0;
    const double share = groupSizes.size() == 2 ? shareOfTwoGroups(large, singles, groupSizes, logFactorial)
                                                : shareOfManyGroups(large, groupSizes, logFactorial).value_or(bound);
    return std::clamp(share - shareOfOneGroup(inBlocks, groupSizes, logFactorial), 0.0, 1.0);
}

}  // namespace flipscope
