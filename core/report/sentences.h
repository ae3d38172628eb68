#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"
#include "core/analyse/unknown_winners.h"
#include "core/model/dataset.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The analysis in plain words; the same sentences everywhere. Hostile strings from logs come out printable.

[[nodiscard]] std::string_view toString(Verdict verdict);       // fixed names: "coinFlip", "realWin", …
[[nodiscard]] std::string_view toString(VerdictReason reason);  // fixed names
[[nodiscard]] std::string_view toString(WinnerSource source);   // fixed names
[[nodiscard]] std::string_view toString(ClassAnswer answer);
[[nodiscard]] std::string_view toString(ClassBasis basis);       // fixed names: those of the enumeration
[[nodiscard]] std::string_view verdictInWords(Verdict verdict);  // "coin flip", "real win", "disturbed", "cannot tell"

// "15 matmul_simple_cyclic_mma_multi_rows"; the index alone when the set does not have it.
[[nodiscard]] std::string candidateLabel(const CandidateSet& set, CandidateIndex candidate);

// Why a cell has no winner, or where it comes from.
[[nodiscard]] std::string winnerSourceSentence(WinnerSource source);

// What the runs say about the pair, with its numbers.
[[nodiscard]] std::string verdictSentence(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair);

// Where verdicts on pairs of one key differ, which is about which pair: they need not agree, and all hold. Of those
// that could be told; empty where they agree.
[[nodiscard]] std::string differingVerdictsSentence(const KeyVerdict& key, const std::vector<PairVerdict>& pairs);

// The verdict on the pair that a suspect is about, and where that on the key's own pair is another one, both.
[[nodiscard]] std::string suspectVerdictSentence(const Dataset& dataset, const KeyVerdict& key,
                                                 const PairVerdict& pair);

// Whether the winners compute the same bits; always says whether that is predicted, emulated or measured, and what it
// assumes or was tried on.
[[nodiscard]] std::string classSentence(const ClassStatement& statement);

// What is to be known of the card that predictions assume: whose numbers stand in for it, and that the runs cannot have
// been made on it. Empty where there is nothing.
[[nodiscard]] std::string assumedCardSentence(const Analysis& analysis);

// One suspect in words: what goes with what, p, adjusted p.
[[nodiscard]] std::string suspectSentence(const Dataset& dataset, const Outcome& outcome, const Suspect& suspect);

// The answer in a sentence or two: what stands out and what separates the outcome, or that nothing does and what would
// decide it. What forcing has proven is not said to be undecided.
[[nodiscard]] std::string suspectsAnswer(const Analysis& analysis, const SuspectsResult& result,
                                         const UnknownWinners& unknown);

// In what share of random labelings luck gives evidence as strong as that of the suspect (none: the first one), which
// is its adjusted p; behind it how many keys luck alone separates, which is weaker evidence, against the number
// observed.
[[nodiscard]] std::string chanceSentence(const SuspectsResult& result, std::size_t outcomesLookedAt,
                                         const Suspect* about = nullptr);

// How far the runs decide it and what would: more runs, or forcing, unless that has proven one of the suspects.
[[nodiscard]] std::string whatWouldDecideSentence(const Dataset& dataset, const Analysis& analysis,
                                                  const SuspectsResult& result);
// Stands behind it: which of the keys worth forcing are predicted harmless, so that forcing them should change nothing.
// Empty when none is, or forcing has proven one of the suspects; else begins with a space.
[[nodiscard]] std::string forcingCaveat(const Dataset& dataset, const Analysis& analysis, const SuspectsResult& result);
// " If that holds, …" behind the classSentence of a suspect; empty unless its winners compute the same bits. isProven:
// forcing has proven the key to be a cause, and what contradicts what is said instead.
[[nodiscard]] std::string harmlessConsequence(const ClassStatement& statement, bool isProven = false);
// The same in a few words for a table: "cannot be the cause if the prediction holds".
[[nodiscard]] std::string harmlessRemark(const ClassStatement& statement, bool isProven = false);
[[nodiscard]] std::string_view basisInWords(ClassBasis basis);  // "predicted", "emulated", "measured", "forced"

// Caveats that stand beside every verdict: selection bias, early drops, ranking by 0.8·min + 0.2·median.
[[nodiscard]] std::string_view verdictCaveats();

}  // namespace flipscope
