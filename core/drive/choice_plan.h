#pragma once

#include "core/model/dataset.h"
#include "core/model/result.h"
#include "core/pin/pin_rules.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flipscope {

// A key for which a good and a bad run chose differently from one candidate set.
struct DifferingChoice {
    KeyIndex key;
    Pin good, bad;
    std::size_t against = 0;  // of all given runs, those whose choice speaks against this key
};

// A key whose choice a bisection does not change, although the two runs may have chosen differently.
struct LeftOutKey {
    KeyIndex key;
    enum class Because : std::uint8_t {
        otherCandidates,  // the two chose from different sets: the good run's choice is held
        onlyGoodTells,    // held
        onlyBadTells,     // held
        neitherTells,     // not forced
    } because = Because::neitherTells;
};
[[nodiscard]] std::string_view toString(LeftOutKey::Because because);

// The choices of a good and a bad run, as a bisection tries them.
struct ChoicePlan {
    RunIndex good, bad;
    std::vector<DifferingChoice> differing;  // the likeliest culprit first
    std::vector<Pin> common;                 // held in every trial: equal in both, or known of one only
    bool ranked = false;                     // several runs of a side made the order mean something
    std::vector<LeftOutKey> leftOut;         // keys that a run tuned, and that are not among `differing` or equal
};

// Every choice of a run that is known.
[[nodiscard]] std::vector<Pin> choicesOf(const Dataset& dataset, RunIndex run);

// Of all pairs of a good and a bad run the two that differ in the fewest keys, in at least one where there are such;
// the first of equal ones. The likeliest culprits are the keys against which the fewest of all these runs speak: a good
// run that chose as the bad one of the pair, or a bad run that chose as the good one. Precondition: both lists hold a
// run.
[[nodiscard]] ChoicePlan planChoices(const Dataset& dataset, const std::vector<RunIndex>& good,
                                     const std::vector<RunIndex>& bad);

// The pins of a configuration: all of the good run's choices but those at these positions, which are the bad run's.
[[nodiscard]] std::vector<Pin> pinsOf(const ChoicePlan& plan, const std::vector<std::uint32_t>& fromBad);

// Of how many keys these are choices: one may be kept in several places.
[[nodiscard]] std::size_t keyCount(const std::vector<Pin>& pins);

// What tells one set of choices from another: 32 hexadecimal digits, equal for equal keys, tuners, candidates and
// candidate sets in any order. What readers are shown has no part in it, for it depends on what else is loaded.
[[nodiscard]] std::string choicesDigest(const std::vector<Pin>& pins);
// The same of everything that trials of the plan force: what all of them hold, and what either run chose for the keys
// that differ.
[[nodiscard]] std::string choicesDigest(const ChoicePlan& plan);

}  // namespace flipscope
