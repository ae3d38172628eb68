#include "core/analyse/card_mismatch.h"

#include "core/analyse/class_assumptions.h"
#include "core/analyse/class_rules.h"

namespace flipscope {

namespace {

// Why the card refuses the candidate, whichever generator of those in question built it; null where it runs, or may.
std::optional<std::string_view> refusalOn(Card card, const MatmulProblem& problem, const NamedCandidate& candidate,
                                          const ClassAssumptions& assumptions) {
    std::optional<std::string_view> refusal;
    for (const CodeGenerator generator : kAllCodeGenerators) {
        if (assumptions.codeGenerator && *assumptions.codeGenerator != generator) continue;
        const ClassRuling ruling = ruleClass(problem, candidate.family, card, generator, 0);
        if (ruling.kind != ClassRuling::Kind::refused) return std::nullopt;
        if (!refusal) refusal = ruling.because;
    }
    return refusal;
}

// The oldest later card on which it runs; null where there is none, or none later is needed.
std::optional<Card> neededBy(const MatmulProblem& problem, const NamedCandidate& candidate,
                             const ClassAssumptions& assumptions) {
    if (!refusalOn(*assumptions.card, problem, candidate, assumptions)) return std::nullopt;
    for (const Card card : kAllCards) {
        if (card > *assumptions.card && !refusalOn(card, problem, candidate, assumptions)) return card;
    }
    return std::nullopt;
}

}  // namespace

std::optional<CardMismatch> cardMismatchOf(const Dataset& dataset, const std::vector<KeyVerdict>& keys,
                                           const ClassAssumptions& assumptions) {
    if (!assumptions.card) return std::nullopt;
    CardMismatch mismatch;
    mismatch.assumed = mismatch.needed = *assumptions.card;
    for (const KeyVerdict& key : keys) {
        const TuningKey& tuningKey = keyOf(dataset, key.key);
        if (!key.set || !tuningKey.matmul) continue;
        std::vector<CandidateIndex> winners;
        for (const WinnerCount& count : key.winners)
            winners.push_back(count.winner);
        bool counted = false;
        for (const NamedCandidate& candidate : nameCandidates(setOf(dataset, *key.set), winners)) {
            const auto needed = neededBy(*tuningKey.matmul, candidate, assumptions);
            if (!needed) continue;
            mismatch.keys += counted ? 0 : 1;
            counted = true;
            if (*needed <= mismatch.needed) continue;
            mismatch.needed = *needed;
            mismatch.example = candidate.label();
            mismatch.because = *refusalOn(mismatch.assumed, *tuningKey.matmul, candidate, assumptions);
        }
    }
    return mismatch.keys > 0 ? std::optional(mismatch) : std::nullopt;
}

}  // namespace flipscope
