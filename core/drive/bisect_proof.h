#pragma once

#include "core/drive/bisect_answer.h"
#include "core/drive/key_set.h"
#include "core/drive/trial_evidence.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// What a proof rests on: that choices are bad, or are not.
struct ProofClaim {
    KeySet config;
    bool isBad = false;
    bool undoes = false;  // the groups; a third outcome is no proof of that
};

// All keys but those of the groups, of which the one at `kept` stays the bad run's: the others are undone.
[[nodiscard]] KeySet othersUndone(const KeySet& all, const std::vector<KeySet>& groups, std::size_t kept);

// What is claimed of these groups of culprits, disjoint and none of them empty, among all differing keys: that the good
// end is not bad and the bad one is; that undoing all groups is not bad; that each group alone is bad, and without any
// one of its keys is not. Of several groups also that all of them together are bad, and that undoing all but one still
// is: only then none of them can be left out of what must be undone. In this order, but no configuration twice: where
// the groups are all keys, undoing them is the good end. Pure; any thread.
[[nodiscard]] std::vector<ProofClaim> proofClaims(const KeySet& all, const std::vector<KeySet>& groups);

// What is known of the claims, which have the same places everywhere.
struct ProofEvidence {
    std::vector<ProofClaim> claims;
    std::vector<TrialTally> all;   // all runs of each
    std::vector<TrialTally> late;  // those behind all other runs (see lateTallies)
    bool varies = false;           // some configuration has shown two outcomes
};
struct ProofStanding {
    std::optional<BisectReason> fails;
    std::vector<std::size_t> wanted;  // places of claims that need another run; none: proven, or failed
    double chance = 1;                // proven: at most, that this is nothing but luck, see below
};
// Pure; any thread.
[[nodiscard]] ProofStanding judgeProof(const ProofEvidence& evidence, const EvidenceLimits& limits);

// The chance of a proof where it is nothing but luck: each run is bad with some share p, whatever choices are forced.
// For outcomes that never varied it is
//
//   chance <= max over p of p^B * (1 - p)^G = (B / (B + G))^B * (G / (B + G))^G,   which is 2^-(B + G) for B = G,
//
// where B are the runs of the claims that are bad and G those of the claims that are not, without the first run of each
// claim that is no end. Derivation: such a search goes on only while each repeat is like the first run of its
// configuration. What the first runs show gives the way that it takes, and the chance of a way is that of its first
// runs times that of its repeats. The first runs of all ways together have the chance 1 at most; so the ways whose
// repeats have the chance x at most are taken by x of all searches at most. The ends must show what they are said to
// be, for which their first runs count as repeats do. Repeats of other configurations are left out, and a third outcome
// only splits 1 - p: both make the bound larger than the chance.
//
// With the 5 repeats of EvidenceLimits and one culprit B = G = 8 + 4, of an end and of another claim, 3 of each late:
// 2^-24. Where one key differs there are only the ends, which run twice as often late: B = G = 11, 2^-22. Keys that act
// together and several groups add claims; with 8 and 16 runs the bound is 2^-22 again. So it is at most 2^-22.
[[nodiscard]] double chanceOfSteadyProof(const std::vector<ProofClaim>& claims, const std::vector<TrialTally>& all);

// Where outcomes varied: the ends must have been told apart once by luck, and again by runs behind that, of which the
// exact test (chanceOfMoreBad) gives the chance, at most kStillApart. The two are independent, so that their chances
// multiply: at most 7.5e-7, with that of outcomes that never vary 1 of a million searches. What the other claims ask
// for makes it smaller.
[[nodiscard]] double chanceOfVaryingProof(const TrialTally& lateGoodEnd, const TrialTally& lateBadEnd);
// How often judgeEnds tells the ends of such a program apart at any of its looks, when they are run in rounds, for the
// p where that is most often: 4.6e-5 at one half, by following all outcomes.
constexpr double kEndsApartByLuck = 5e-5;
constexpr double kStillApart = 0.015;

}  // namespace flipscope
