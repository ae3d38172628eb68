#include "core/analyse/p_value.h"

#include <algorithm>
#include <numeric>

#include <boost/math/distributions/beta.hpp>

namespace flipscope {

double asProbability(double sum) {
    constexpr double kLeftOver = 1e-10;
    return sum >= 1.0 - kLeftOver ? 1.0 : std::max(sum, 0.0);
}

std::pair<double, double> clopperPearson(std::size_t hits, std::size_t trials, double confidence) {
    if (trials == 0) return {0.0, 1.0};
    const auto k = static_cast<double>(std::min(hits, trials));
    const auto n = static_cast<double>(trials);
    const double tail = (1.0 - confidence) / 2.0;
    using Beta = boost::math::beta_distribution<double>;
    const double lower = k <= 0.0 ? 0.0 : boost::math::quantile(Beta(k, n - k + 1.0), tail);
    const double upper = k >= n ? 1.0 : boost::math::quantile(boost::math::complement(Beta(k + 1.0, n - k), tail));
    return {lower, upper};
}

PValue simulatedP(std::size_t hits, std::size_t permutations) {
    PValue value;
    value.p = static_cast<double>(hits + 1) / static_cast<double>(permutations + 1);
    value.exact = false;
    value.interval = clopperPearson(hits, permutations);
    return value;
}

std::vector<double> benjaminiHochberg(const std::vector<double>& p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
    std::vector<double> adjusted(p.size());
    double smallest = 1.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto rank = static_cast<double>(p.size() - i);
        smallest = std::min(smallest, p[order[i]] * static_cast<double>(p.size()) / rank);
        adjusted[order[i]] = smallest;
    }
    return adjusted;
}

}  // namespace flipscope
