#include "core/analyse/p_value.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("Clopper-Pearson of none of n is [0, 1 - 0.025^(1/n)]") {
    const auto [lower, upper] = clopperPearson(0, 10);
    CHECK(lower == 0.0);
    CHECK(upper == doctest::Approx(1.0 - std::pow(0.025, 0.1)));
}

TEST_CASE("Clopper-Pearson of all of n mirrors none of n") {
    const auto [lower, upper] = clopperPearson(10, 10);
    CHECK(lower == doctest::Approx(std::pow(0.025, 0.1)));
    CHECK(upper == 1.0);
}

TEST_CASE("Clopper-Pearson covers by the binomial tails it is made of") {
    // 3 of 8: at the lower end P(X >= 3) = 0.025, at the upper end P(X <= 3) = 0.025.
    const auto binomial = [](int k, double p) {
        const double choose[] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
        return choose[k] * std::pow(p, k) * std::pow(1 - p, 8 - k);
    };
    const auto [lower, upper] = clopperPearson(3, 8);
    double atLeast = 0.0, atMost = 0.0;
    for (int k = 3; k <= 8; ++k)
        atLeast += binomial(k, lower);
    for (int k = 0; k <= 3; ++k)
        atMost += binomial(k, upper);
    CHECK(atLeast == doctest::Approx(0.025));
    CHECK(atMost == doctest::Approx(0.025));
}

TEST_CASE("an interval of no trials is everything, and more hits than trials are all of them") {
    CHECK(clopperPearson(0, 0) == std::pair{0.0, 1.0});
    CHECK(clopperPearson(7, 5) == clopperPearson(5, 5));
}

TEST_CASE("a simulated p counts the observed labeling among those drawn") {
    const PValue value = simulatedP(4, 99);
    CHECK(value.p == doctest::Approx(0.05));
    CHECK_FALSE(value.exact);
    REQUIRE(value.interval);
    CHECK(value.interval->first < value.p);
    CHECK(value.interval->second > value.p);
}

TEST_CASE("Benjamini-Hochberg multiplies by n / rank and keeps the order") {
    // Sorted 0.01 0.02 0.03 0.5: 0.04, 0.04, 0.04, 0.5 (each the smallest of itself and what follows).
    const auto adjusted = benjaminiHochberg({0.5, 0.03, 0.01, 0.02});
    REQUIRE(adjusted.size() == 4);
    CHECK(adjusted[0] == doctest::Approx(0.5));
    CHECK(adjusted[1] == doctest::Approx(0.04));
    CHECK(adjusted[2] == doctest::Approx(0.04));
    CHECK(adjusted[3] == doctest::Approx(0.04));
    CHECK(benjaminiHochberg({}).empty());
}

TEST_CASE("sums of probabilities lose what rounding left over") {
    CHECK(asProbability(0.9999999999999952) == 1.0);
    CHECK(asProbability(1.0000000000000018) == 1.0);
    CHECK(asProbability(-1e-18) == 0.0);
    CHECK(asProbability(0.25) == 0.25);
    CHECK(asProbability(1.0 - 1e-6) == 1.0 - 1e-6);
}
