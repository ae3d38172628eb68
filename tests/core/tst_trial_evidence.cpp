#include "core/drive/trial_evidence.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

TrialTally tally(std::size_t good, std::size_t bad, std::size_t invalid = 0) {
    return {good, bad, 0, invalid};
}

constexpr EvidenceLimits kLimits{};

}  // namespace

TEST_CASE("words of outcomes read back") {
    for (const auto outcome : {TrialOutcome::good, TrialOutcome::bad, TrialOutcome::other, TrialOutcome::invalid})
        CHECK((trialOutcomeFrom(toString(outcome)) == outcome));
    CHECK(!trialOutcomeFrom("excellent"));
}

TEST_CASE("the chance of more bad outcomes is the hypergeometric one") {
    // 2 of 2 bad against 0 of 2: one of the six ways to place two bad ones.
    CHECK(chanceOfMoreBad(tally(2, 0), tally(0, 2)) == doctest::Approx(1.0 / 6));
    // One of each side: at least one of the two bad ones in the second: 1 - 1/6.
    CHECK(chanceOfMoreBad(tally(1, 1), tally(1, 1)) == doctest::Approx(5.0 / 6));
    CHECK(chanceOfMoreBad(tally(0, 0), tally(0, 0)) == doctest::Approx(1.0));
    CHECK(chanceOfMoreBad(tally(0, 4), tally(4, 0)) == doctest::Approx(1.0));
    CHECK(chanceOfMoreOther({2, 9, 0, 0}, {0, 9, 2, 0}) == doctest::Approx(0.238095));  // C(11, 2) of C(22, 2)
    // Beyond 256 runs, too: all of 200 against none.
    CHECK(chanceOfMoreBad(tally(200, 0), tally(199, 1)) == doctest::Approx(0.5));
}

TEST_CASE("a steady program: one run for a probe, five for a proof") {
    CHECK((judgeSteady(tally(0, 1), Strength::probe, kLimits) == Standing::bad));
    CHECK((judgeSteady(tally(0, 4), Strength::proof, kLimits) == Standing::open));
    CHECK((judgeSteady(tally(0, 5), Strength::proof, kLimits) == Standing::bad));
    CHECK((judgeSteady(tally(5, 0), Strength::proof, kLimits) == Standing::good));
    CHECK((judgeSteady({0, 0, 5, 0}, Strength::proof, kLimits) == Standing::other));
    CHECK((judgeSteady(tally(0, 0, 2), Strength::probe, kLimits) == Standing::open));
    CHECK((judgeSteady(tally(0, 0, 3), Strength::probe, kLimits) == Standing::unresolved));
    CHECK((judgeSteady(tally(0, 3, 3), Strength::proof, kLimits) == Standing::open));
}

TEST_CASE("rates of the ends are never certain") {
    const BadRates rates = BadRates::of(tally(4, 0), tally(0, 4));
    CHECK(rates.good == doctest::Approx(0.1));
    CHECK(rates.bad == doctest::Approx(0.9));
}

TEST_CASE("a varying program needs the likelihood ratio") {
    const BadRates rates{0.1, 0.9};  // 9 a run
    CHECK((judgeVarying(tally(0, 2), Strength::probe, rates, kLimits) == Standing::open));
    CHECK((judgeVarying(tally(0, 3), Strength::probe, rates, kLimits) == Standing::bad));
    CHECK((judgeVarying(tally(3, 0), Strength::probe, rates, kLimits) == Standing::good));
    CHECK((judgeVarying({0, 0, 3, 0}, Strength::probe, rates, kLimits) == Standing::good));
    // 9^5 is above 10,000, and 1.8^5 against the middle below 100.
    CHECK((judgeVarying(tally(0, 5), Strength::proof, rates, kLimits) == Standing::open));
    CHECK((judgeVarying(tally(0, 8), Strength::proof, rates, kLimits) == Standing::bad));
    CHECK((judgeVarying(tally(30, 30), Strength::proof, rates, kLimits) == Standing::unresolved));
    CHECK((judgeVarying(tally(29, 30), Strength::proof, rates, kLimits) == Standing::open));
}

TEST_CASE("ends are apart, alike, or not known yet") {
    CHECK((judgeEnds(tally(10, 0), tally(0, 10), kLimits) == EndsStanding::apart));
    CHECK((judgeEnds(tally(4, 0), tally(0, 4), kLimits) == EndsStanding::open));
    CHECK((judgeEnds(tally(10, 10), tally(10, 10), kLimits) == EndsStanding::alike));
    CHECK((judgeEnds(tally(18, 2), tally(12, 8), kLimits) == EndsStanding::open));
    CHECK((judgeEnds(tally(50, 10), tally(40, 20), kLimits) == EndsStanding::alike));
    CHECK((judgeEnds(tally(0, 10), tally(10, 0), kLimits) == EndsStanding::open));
}

TEST_CASE("ends with many third outcomes are not apart, or the good one is none") {
    const auto standing = [](const TrialTally& good, const TrialTally& bad) { return judgeEnds(good, bad, kLimits); };
    CHECK((standing({10, 0, 1, 0}, tally(0, 11)) == EndsStanding::apart));
    CHECK((standing({6, 0, 5, 0}, tally(0, 11)) == EndsStanding::open));
    CHECK((standing({0, 0, 11, 0}, tally(0, 11)) == EndsStanding::goodIsThird));
    CHECK((standing({1, 0, 20, 0}, tally(0, 21)) == EndsStanding::thirdOften));
    CHECK((standing({33, 0, 27, 0}, tally(0, 60)) == EndsStanding::thirdOften));
    CHECK((standing({40, 0, 20, 0}, tally(0, 60)) == EndsStanding::apart));
    CHECK((standing(tally(30, 0), {0, 12, 18, 0}) == EndsStanding::open));
    CHECK((standing(tally(60, 0), {0, 24, 36, 0}) == EndsStanding::thirdOften));
    CHECK((standing(tally(30, 0), {12, 18, 0, 0}) == EndsStanding::apart));
}

TEST_CASE("third outcomes of what was undone are held against the good end's") {
    CHECK((judgeThirdOfUndone(tally(15, 0), tally(15, 0), kLimits) == ThirdStanding::seldom));
    CHECK((judgeThirdOfUndone(tally(15, 0), {14, 0, 1, 0}, kLimits) == ThirdStanding::open));
    CHECK((judgeThirdOfUndone(tally(15, 0), {6, 0, 9, 0}, kLimits) == ThirdStanding::often));
    CHECK((judgeThirdOfUndone(tally(60, 0), {59, 0, 1, 0}, kLimits) == ThirdStanding::seldom));
    CHECK((judgeThirdOfUndone(tally(60, 0), {55, 0, 5, 0}, kLimits) == ThirdStanding::often));
    CHECK((judgeThirdOfUndone({48, 0, 12, 0}, {47, 0, 13, 0}, kLimits) == ThirdStanding::seldom));
}
