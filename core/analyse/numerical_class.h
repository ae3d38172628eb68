#pragma once

#include "core/analyse/card.h"
#include "core/model/dataset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What a prediction assumes. Null: not known; the prediction is then made for every possible value and says for which
// it holds.
struct ClassAssumptions {
    std::optional<Card> card;
    std::optional<CodeGenerator> codeGenerator;
};

// Predicted numerical class of one candidate for one key. Equal `id` = predicted to compute the same bits.
struct PredictedClass {
    std::string id;    // stable, e.g. "tf32-rna/g8"; "unknown" is never equal to anything
    std::string name;  // in words, e.g. "operands cut to TF32; tensor core sums of 4 products"
    bool known = false;
};

enum class ClassAnswer : std::uint8_t { sameBits, differentBits, dependsOnCard, unknown };

// What a statement on equal bits rests on. Only the last three are measurements: they alone can make a flip harmless.
enum class ClassBasis : std::uint8_t {
    predicted,  // from the kernels' names
    emulated,   // re-run by the model of a card
    replica,    // re-run on a card by kernels that add up in the same order
    real,       // the candidates themselves were re-run
    forced,     // the user's program was run with each of them forced; its outcomes are compared
};

// Whether it ran on a card; else it is a prediction.
[[nodiscard]] constexpr bool isMeasured(ClassBasis basis) {
    return basis == ClassBasis::replica || basis == ClassBasis::real || basis == ClassBasis::forced;
}

// Whether the winners of a key compute the same bits.
struct ClassStatement {
    ClassAnswer answer = ClassAnswer::unknown;
    ClassBasis basis = ClassBasis::predicted;
    // Of every basis but predicted, in words: "Hopper", "64×64×64 f32, seeds 1 and 2"; forced: what was compared.
    std::string device, inputs;
    // Cards (the given one, or all) for which it holds. A card on which a candidate cannot run is in neither.
    std::vector<Card> sameOn, differentOn;
    std::vector<std::string> assumptions;  // in words: card, dtype, code generator, shape rule
    // Candidates that cannot run under the assumptions, each with the reason; the others differ without them.
    std::vector<std::string> leftOut;
    std::string unknownBecause;  // set when answer is unknown; a clause without a full stop
};

// Class of a candidate by its name (never by index), for the key's operation, element types, shape rule and layout. Not
// known (id "unknown", name = the reason) too when the candidate cannot run under the assumptions, or when the class
// hangs on what the key does not tell (it holds the bucket of k, not k). See class_rules.h for the rules and their
// source.
[[nodiscard]] PredictedClass predictClass(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                                          Card card, CodeGenerator generator);

// Over a set of candidates that ran, usually the winners of a key: assumptions under which one of them cannot run (a
// card without the instruction, a code generator that refuses it) are ruled out by that. Where that rules out every
// assumption, the others still differ if two of them do, which no further candidate can undo; that they are the same
// would say nothing. One candidate alone computes the same bits as itself, unless it is a fallback that hands over to
// another tuner's winner.
[[nodiscard]] ClassStatement compareClasses(const TuningKey& key, const CandidateSet& set,
                                            const std::vector<CandidateIndex>& candidates,
                                            const ClassAssumptions& assumptions);

}  // namespace flipscope
