#include "core/model/decision.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Decision exampleDecision() {
    Decision decision;
    decision.measured = {{{2}, true, {{5}, {4}, {3}, {9}}}, {{0}, false, {}}};
    decision.failed = {{{1}, CandidateStatus::rejected, 0}};
    return decision;
}

}  // namespace

TEST_CASE("the timing of a candidate is found by its index") {
    const Decision decision = exampleDecision();
    REQUIRE(timingOf(decision, {2}) != nullptr);
    CHECK(timingOf(decision, {2})->median.value == 4);
    CHECK(timingOf(decision, {0}) == nullptr);  // measured, its numbers are unknown
    CHECK(timingOf(decision, {1}) == nullptr);
    CHECK(timingOf(decision, {7}) == nullptr);
}
