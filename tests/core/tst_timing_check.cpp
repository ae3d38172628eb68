#include "core/read/timing_check.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("numbers that no samples can have contradict themselves") {
    // mean, median, min, max
    CHECK_FALSE(contradictsItself({{5}, {5}, {5}, {5}}));
    CHECK_FALSE(contradictsItself({{5}, {4}, {3}, {9}}));
    CHECK_FALSE(contradictsItself({{0}, {0}, {0}, {0}}));
    CHECK(contradictsItself({{5}, {5}, {9}, {3}}));   // min above max
    CHECK(contradictsItself({{5}, {2}, {3}, {9}}));   // median below min
    CHECK(contradictsItself({{5}, {10}, {3}, {9}}));  // median above max
    CHECK(contradictsItself({{5}, {4}, {-3}, {9}}));
}

TEST_CASE("only contradictory numbers are taken away, the candidate stays") {
    Decision decision;
    decision.measured = {{{2}, true, {{5}, {4}, {3}, {9}}}, {{0}, true, {{5}, {4}, {9}, {3}}}, {{1}, false, {}}};
    CHECK(dropContradictoryTimings(decision) == 1);
    CHECK(decision.measured.size() == 3);
    CHECK(timingOf(decision, {2}) != nullptr);
    CHECK(timingOf(decision, {0}) == nullptr);
    CHECK(dropContradictoryTimings(decision) == 0);
}
