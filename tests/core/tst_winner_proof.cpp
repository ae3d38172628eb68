#include "core/read/winner_proof.h"

#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

MeasuredCandidate timed(std::uint32_t index, std::int64_t min, std::int64_t median) {
    return {{index}, true, {{median}, {median}, {min}, {median}}};
}

MeasuredCandidate untimed(std::uint32_t index) {
    return {{index}, false, {}};
}

bool proved(std::uint32_t winner, std::vector<MeasuredCandidate> measured) {
    Decision decision;
    decision.loggedWinner = CandidateIndex{winner};
    decision.measured = std::move(measured);
    return loggedWinnerIsProved(decision);
}

}  // namespace

TEST_CASE("a best score within 1.5 times the smallest time survived") {
    CHECK(proved(0, {timed(0, 100, 110), timed(1, 120, 130)}));
    CHECK(proved(0, {timed(0, 150, 150), timed(1, 100, 900)}));
    CHECK_FALSE(proved(0, {timed(0, 151, 151), timed(1, 100, 900)}));
    CHECK(proved(4, {timed(4, 7, 7)}));
}

TEST_CASE("the named winner must have the best score, in whatever order the results stand") {
    CHECK(proved(1, {timed(0, 120, 130), timed(1, 100, 110)}));
    CHECK_FALSE(proved(1, {timed(0, 100, 110), timed(1, 120, 130)}));
    CHECK_FALSE(proved(7, {timed(0, 100, 110)}));
    CHECK_FALSE(proved(0, {}));
}

TEST_CASE("without numbers only two candidates cannot have been eliminated") {
    CHECK(proved(1, {untimed(1), untimed(0)}));
    CHECK(proved(1, {untimed(1)}));
    CHECK_FALSE(proved(0, {untimed(1), untimed(0)}));
    CHECK_FALSE(proved(1, {untimed(1), untimed(0), untimed(2)}));
    CHECK_FALSE(proved(1, {timed(1, 5, 5), timed(0, 6, 6), untimed(2)}));
}

TEST_CASE("the proof fills the used winner and says where it is from") {
    Decision decision;
    decision.measured = {timed(2, 10, 10)};
    applyWinnerProof(decision, WinnerSource::log);
    CHECK(decision.source == WinnerSource::none_notDecided);
    decision.loggedWinner = CandidateIndex{2};
    applyWinnerProof(decision, WinnerSource::humanLog);
    CHECK(decision.source == WinnerSource::humanLog);
    CHECK(decision.usedWinner == CandidateIndex{2});
    decision.measured = {timed(2, 30, 30), timed(1, 10, 900)};
    applyWinnerProof(decision, WinnerSource::log);
    CHECK(decision.source == WinnerSource::none_notProvable);
    CHECK_FALSE(decision.usedWinner);
}
