#include "core/drive/bisect_proof.h"

#include <algorithm>
#include <cmath>

namespace flipscope {

namespace {

// Places among the claims.
constexpr std::size_t kGoodEnd = 0, kBadEnd = 1, kEnds = 2;
// Runs of each configuration that a proof rests on, behind all others: of a program that never varied, and of one that
// did.
constexpr std::size_t kLateRuns = 3, kLateRunsOfVarying = 15;

KeySet keysOf(const std::vector<KeySet>& groups) {
    KeySet keys;
    for (const KeySet& group : groups)
        keys = unionOf(keys, group);
    return keys;
}

Standing judgeClaim(const ProofEvidence& evidence, std::size_t place, const EvidenceLimits& limits) {
    // Where one key differs nothing but the two ends is claimed: each must carry what two claims do elsewhere.
    const std::size_t times = evidence.claims.size() == 2 ? 2 : 1;
    const std::size_t wanted = times * (evidence.varies ? kLateRunsOfVarying : kLateRuns);
    const TrialTally& late = evidence.late[place];
    if (late.invalid > 3 * limits.retries + wanted && late.invalid > late.counted()) return Standing::unresolved;
    if (late.counted() < wanted) return Standing::open;
    if (!evidence.varies) {
        EvidenceLimits steady = limits;
        steady.repeats *= times;
        return judgeSteady(evidence.all[place], Strength::proof, steady);
    }
    if (place == kGoodEnd) return Standing::good;  // the ends are compared with one another
    if (place == kBadEnd) return Standing::bad;
    return judgeVarying(late, Strength::proof, BadRates::of(evidence.all[kGoodEnd], evidence.all[kBadEnd]), limits);
}

// What the claims of a program that varies say together, when each of them holds.
ProofStanding judgeTogether(const ProofEvidence& evidence, const EvidenceLimits& limits) {
    const TrialTally& good = evidence.late[kGoodEnd];
    const TrialTally& bad = evidence.late[kBadEnd];
    if (chanceOfMoreBad(good, bad) > kStillApart) return {BisectReason::outcomeVaries, {}, 1};
    for (std::size_t i = kEnds; i < evidence.claims.size(); ++i) {
        if (!evidence.claims[i].undoes) continue;
        const ThirdStanding third = judgeThirdOfUndone(good, evidence.late[i], limits);
        if (third == ThirdStanding::often) return {BisectReason::thirdOutcome, {}, 1};
        if (third == ThirdStanding::open) return {std::nullopt, {kGoodEnd, i}, 1};
    }
    return {std::nullopt, {}, chanceOfVaryingProof(good, bad)};
}

}  // namespace

KeySet othersUndone(const KeySet& all, const std::vector<KeySet>& groups, std::size_t kept) {
    return without(all, without(keysOf(groups), groups[kept]));
}

std::vector<ProofClaim> proofClaims(const KeySet& all, const std::vector<KeySet>& groups) {
    std::vector<ProofClaim> claims;
    const auto add = [&claims](const KeySet& config, bool isBad, bool undoes = false) {
        const auto isSame = [&config](const ProofClaim& claim) { return claim.config == config; };
        if (std::none_of(claims.begin(), claims.end(), isSame)) claims.push_back({config, isBad, undoes});
    };
    const KeySet culprits = keysOf(groups);
    add({}, false);
    add(all, true);
    add(without(all, culprits), false, true);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        add(groups[i], true);
        for (const std::uint32_t key : groups[i])
            add(without(groups[i], {key}), false);
        add(othersUndone(all, groups, i), true);
    }
    add(culprits, true);  // groups that are bad one by one need not be so together
    return claims;
}

ProofStanding judgeProof(const ProofEvidence& evidence, const EvidenceLimits& limits) {
    ProofStanding standing;
    bool isOpen = false;
    for (std::size_t i = 0; i < evidence.claims.size(); ++i) {
        const Standing claim = judgeClaim(evidence, i, limits);
        if (claim == Standing::unresolved && i < kEnds) return {BisectReason::endsInvalid, {}, 1};
        if (claim == Standing::unresolved)
            return {evidence.varies ? BisectReason::tooVaried : BisectReason::trialsInvalid, {}, 1};
        if (claim == Standing::other && evidence.claims[i].undoes) return {BisectReason::thirdOutcome, {}, 1};
        if (claim != Standing::open && (claim == Standing::bad) != evidence.claims[i].isBad)
            return {BisectReason::tooVaried, {}, 1};
        isOpen = isOpen || claim == Standing::open;
        // Whole rounds where outcomes vary.
        if (claim == Standing::open || evidence.varies) standing.wanted.push_back(i);
    }
    if (isOpen) return standing;
    if (evidence.varies) return judgeTogether(evidence, limits);
    standing.chance = chanceOfSteadyProof(evidence.claims, evidence.all);
    return standing;
}

double chanceOfSteadyProof(const std::vector<ProofClaim>& claims, const std::vector<TrialTally>& all) {
    double bad = 0, good = 0;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::size_t runs = all[i].counted();
        (claims[i].isBad ? bad : good) += static_cast<double>(i < kEnds || runs == 0 ? runs : runs - 1);
    }
    const auto logOfShare = [&](double part) { return part > 0 ? part * std::log(part / (bad + good)) : 0.0; };
    return std::exp(logOfShare(bad) + logOfShare(good));
}

double chanceOfVaryingProof(const TrialTally& lateGoodEnd, const TrialTally& lateBadEnd) {
    return kEndsApartByLuck * chanceOfMoreBad(lateGoodEnd, lateBadEnd);
}

}  // namespace flipscope
