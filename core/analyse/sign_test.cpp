#include "core/analyse/sign_test.h"

#include <algorithm>

#include <boost/math/distributions/binomial.hpp>

namespace flipscope {

double signTest(std::size_t wins, std::size_t losses) {
    if (wins == losses) return 1.0;
    const auto throws = static_cast<double>(wins + losses);
    const boost::math::binomial_distribution<double> fair(throws, 0.5);
    return std::min(1.0, 2.0 * boost::math::cdf(fair, static_cast<double>(std::min(wins, losses))));
}

}  // namespace flipscope
