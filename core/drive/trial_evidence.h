#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// What one run of the user's program with forced choices showed.
enum class TrialOutcome : std::uint8_t {
    good,     // the outcome of the good runs
    bad,      // that of the bad runs
    other,    // neither
    invalid,  // it does not count: the choices were not taken, it crashed, it hung
};
[[nodiscard]] std::string_view toString(TrialOutcome outcome);
[[nodiscard]] std::optional<TrialOutcome> trialOutcomeFrom(std::string_view word);

// Outcomes of the repeats of one configuration.
struct TrialTally {
    std::size_t good = 0, bad = 0, other = 0, invalid = 0;

    [[nodiscard]] std::size_t counted() const { return good + bad + other; }
    [[nodiscard]] std::size_t notBad() const { return good + other; }
    // Repeats of one configuration differ: the outcome depends on something else, too.
    [[nodiscard]] bool isMixed() const { return (good > 0) + (bad > 0) + (other > 0) > 1; }
    void add(TrialOutcome outcome);
};

// What a configuration does, as far as its repeats tell.
enum class Standing : std::uint8_t {
    open,  // not enough repeats yet
    good,
    bad,
    other,
    unresolved,  // enough repeats, and still no answer
};
// probe: what the search goes by, and later answers correct it. proof: what a verdict rests on.
enum class Strength : std::uint8_t { probe, proof };

struct EvidenceLimits {
    std::size_t repeats = 5;       // equal outcomes in a row that prove a configuration that never varied
    std::size_t mostRepeats = 60;  // of one configuration whose outcome varies
    std::size_t retries = 2;       // of an invalid trial
};

// One-sided exact test (Fisher) that `second` is bad more often than `first`: the chance of so many bad ones in
// `second` or more when both are alike. Source: hypergeometric distribution.
[[nodiscard]] double chanceOfMoreBad(const TrialTally& first, const TrialTally& second);
// The same for third outcomes.
[[nodiscard]] double chanceOfMoreOther(const TrialTally& first, const TrialTally& second);

// Judges repeats while no configuration has ever shown two outcomes: the first one counts for a probe, `repeats` equal
// ones for a proof.
[[nodiscard]] Standing judgeSteady(const TrialTally& tally, Strength strength, const EvidenceLimits& limits);

// Share of bad outcomes of the two ends, each with half an outcome of either kind added (Jeffreys), so that none is
// certain.
struct BadRates {
    double good = 0.0, bad = 1.0;

    [[nodiscard]] static BadRates of(const TrialTally& goodEnd, const TrialTally& badEnd);
};

// Judges repeats of a program whose outcome varies, by Wald's sequential probability ratio test (Annals of Mathematical
// Statistics 16, 1945) between the two rates: likelihood ratios of 100 for a probe, 10,000 for a proof. A proof must
// also be 100 times likelier than the rate in the middle, so that a configuration that is bad half of the time is not
// taken for one of the ends. unresolved at mostRepeats. good: as seldom bad as the good end, be it by third outcomes.
[[nodiscard]] Standing judgeVarying(const TrialTally& tally, Strength strength, const BadRates& rates,
                                    const EvidenceLimits& limits);

// Whether the two ends differ although their outcomes vary, and each shows what it is said to be.
enum class EndsStanding : std::uint8_t {
    open,
    apart,
    alike,
    goodIsThird,  // apart, but the good end gives third outcomes in place of good ones
    thirdOften    // apart, but at one end a third outcome is not clearly rarer than the one that it is said to have
};
// apart: chance at most 1e-5. alike: no such difference after 60 repeats, or chance above 5 % after 20. A third outcome
// is rarer when a sign test says so at 1 %, or after 60 repeats at 5 %.
[[nodiscard]] EndsStanding judgeEnds(const TrialTally& goodEnd, const TrialTally& badEnd, const EvidenceLimits& limits);

// Whether a third outcome comes so often that the culprits undone prove nothing.
enum class ThirdStanding : std::uint8_t { open, seldom, often };
// Third outcomes that the good end gives, too, are no matter of these choices. seldom: none, or not more than there by
// an exact test (chanceOfMoreOther) at 5 % after mostRepeats of both; fewer would miss a third outcome in each fifth
// run. often: otherwise, and as soon as that chance is at most 0.1 %.
[[nodiscard]] ThirdStanding judgeThirdOfUndone(const TrialTally& goodEnd, const TrialTally& undone,
                                               const EvidenceLimits& limits);

}  // namespace flipscope
