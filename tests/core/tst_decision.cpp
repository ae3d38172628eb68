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

TEST_CASE("a candidate that was neither measured nor failed was skipped") {
    const Decision decision = exampleDecision();
    CHECK(statusOf(decision, {2}) == CandidateStatus::measured);
    CHECK(statusOf(decision, {0}) == CandidateStatus::measured);
    CHECK(statusOf(decision, {1}) == CandidateStatus::rejected);
    CHECK(statusOf(decision, {3}) == CandidateStatus::skipped);
}

TEST_CASE("only sources that name a used winner have one") {
    CHECK(hasWinner(WinnerSource::database));
    CHECK(hasWinner(WinnerSource::log));
    CHECK(hasWinner(WinnerSource::humanLog));
    for (const WinnerSource source :
         {WinnerSource::none_keyAbsent, WinnerSource::none_notProvable, WinnerSource::none_notDecided,
          WinnerSource::none_choicesCached, WinnerSource::none_contradictory}) {
        CHECK_FALSE(hasWinner(source));
    }
}
