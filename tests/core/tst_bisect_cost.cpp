#include "core/drive/bisect_cost.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

ExpectedRuns expected(std::size_t keys, std::size_t repeats, bool ranked = false) {
    BisectPlan plan;
    plan.keyCount = keys;
    plan.ranked = ranked;
    plan.limits.repeats = repeats;
    return expectedRuns(plan);
}

}  // namespace

TEST_CASE("what the documentation says a bisection costs") {
    CHECK(expected(1, 5).most == 22);
    CHECK(expected(2, 5).least == 26);
    CHECK(expected(2, 5).most == 26);
    CHECK(expected(22, 5).least == 29);
    CHECK(expected(22, 5).most == 31);
    CHECK(expected(22, 2).least == 19);
    CHECK(expected(22, 2).most == 21);
    CHECK(expected(100, 5).least == 31);
    CHECK(expected(100, 5).most == 33);
    CHECK(expected(22, 5, true).least == 26);
    CHECK(expected(22, 5, true).most == 34);
    CHECK(expected(22, 2, true).least == 16);
    CHECK(expected(22, 2, true).most == 24);
    CHECK(expected(100, 5, true).least == 26);
    CHECK(expected(100, 5, true).most == 39);
    CHECK(expected(0, 5).most == 0);
}

TEST_CASE("more keys and more repeats never cost less, and the bound of the configurations holds") {
    for (const std::size_t keys : {3U, 10U, 60U, 1000U}) {
        CHECK(expected(keys, 5).most >= expected(keys / 2, 5).most);
        CHECK(expected(keys, 5).most > expected(keys, 2).most);
        CHECK(expected(keys, 5).least >= expectedConfigurations(keys) - 4);
        CHECK(expected(keys, 5).most <= 5 * expectedConfigurations(keys));
    }
}
