#include "core/analyse/needed_runs.h"

#include "core/analyse/table_enumeration.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>

namespace flipscope {
namespace {

constexpr std::size_t kMaxTables = 50'000;
constexpr double kLogTwoPi = 1.8378770664093453;

double sumOfLogs(const std::vector<std::size_t>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), 0.0,
                           [](double sum, std::size_t size) { return sum + std::log(static_cast<double>(size)); });
}

// Source: Mehta and Patel, JASA 78 (1983): -2 log(gamma P) is asymptotically chi-square.
double asymptoticP(const Contingency& table) {
    const auto blocks = static_cast<double>(table.blockSizes.size());
    const auto groups = static_cast<double>(table.groupSizes.size());
    const double logGamma = (blocks - 1.0) * (groups - 1.0) / 2.0 * kLogTwoPi -
                            (blocks * groups - 1.0) / 2.0 * std::log(static_cast<double>(table.runs())) +
                            (groups - 1.0) / 2.0 * sumOfLogs(table.blockSizes) +
                            (blocks - 1.0) / 2.0 * sumOfLogs(table.groupSizes);
    const double statistic = -2.0 * (logGamma + logTableProbability(table, LogFactorials(table.runs())));
    const boost::math::chi_squared_distribution<double> distribution((blocks - 1.0) * (groups - 1.0));
    return boost::math::cdf(boost::math::complement(distribution, std::max(0.0, statistic)));
}

}  // namespace

Contingency scaled(const Contingency& table, std::size_t runs) {
    const std::size_t present = table.runs();
    Contingency result = table;
    std::vector<std::size_t> order(table.counts.size()), remainder(table.counts.size());
    std::size_t placed = 0;
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
        result.counts[cell] = table.counts[cell] * runs / present;
        remainder[cell] = table.counts[cell] * runs % present;
        placed += result.counts[cell];
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
    for (std::size_t i = 0; placed < runs; ++i, ++placed)
        ++result.counts[order[i]];
    std::fill(result.blockSizes.begin(), result.blockSizes.end(), std::size_t{0});
    std::fill(result.groupSizes.begin(), result.groupSizes.end(), std::size_t{0});
    const std::size_t groups = table.groupSizes.size();
    for (std::size_t cell = 0; cell < result.counts.size(); ++cell) {
        result.blockSizes[cell / groups] += result.counts[cell];
        result.groupSizes[cell % groups] += result.counts[cell];
    }
    return result;
}

double foreseenAdjustedP(const Contingency& table, std::size_t runs, std::size_t groups) {
    if (table.blockSizes.size() < 2 || table.groupSizes.size() < 2) return 1.0;
    const Contingency larger = scaled(table, runs);
    const auto tail = exactTail(larger, kMaxTables);
    const double p = tail ? tail->p : asymptoticP(larger);
    return p >= 1.0 ? 1.0 : -std::expm1(static_cast<double>(groups) * std::log1p(-p));
}

std::optional<std::size_t> runsNeeded(const Contingency& table, std::size_t groups, double level, std::size_t times) {
    const std::size_t present = table.runs();
    if (present == 0 || 2 * table.blockSizes.size() > present) return std::nullopt;
    std::size_t tooFew = present, enough = present * times;
    if (foreseenAdjustedP(table, enough, groups) > level) return std::nullopt;
    while (enough - tooFew > 1) {
        const std::size_t middle = tooFew + (enough - tooFew) / 2;
        if (foreseenAdjustedP(table, middle, groups) <= level) {
            enough = middle;
        } else {
            tooFew = middle;
        }
    }
    return enough;
}

}  // namespace flipscope
