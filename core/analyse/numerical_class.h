#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/dataset.h"

namespace flipscope {

// Tensor-core generations whose numbers are known (numerics.md, table "Cards").
enum class Card : std::uint8_t { volta, ampere, ada, hopper, blackwell };
enum class CodeGenerator : std::uint8_t { cudaCpp, llvm };

// What a prediction assumes. Null: not known; the prediction is then made for every possible value and says for which it holds.
struct ClassAssumptions {
    std::optional<Card> card;
    std::optional<CodeGenerator> codeGenerator;
};

// Predicted numerical class of one candidate for one key. Equal `id` = predicted to compute the same bits.
struct PredictedClass {
    std::string id;           // stable, e.g. "tf32-rna/g8"; "unknown" is never equal to anything
    std::string name;         // in words, e.g. "TF32 rounded (ties away), tensor core groups of 8"
    bool known = false;
};

enum class ClassAnswer : std::uint8_t { sameBits, differentBits, dependsOnCard, unknown };

// Whether the winners of a key are predicted to compute the same bits.
struct ClassStatement {
    ClassAnswer answer = ClassAnswer::unknown;
    std::vector<Card> sameOn, differentOn;  // cards for which it holds when the card is not given
    std::vector<std::string> assumptions;   // in words: card, dtype, code generator, shape rule
    std::string unknownBecause;             // set when answer is unknown
};

// Class of a candidate by its name (never by index), for the key's operation, element types, shape rule and layout.
[[nodiscard]] PredictedClass predictClass(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate, Card card,
                                          CodeGenerator generator);

// Over a set of candidates, usually the winners of a key.
[[nodiscard]] ClassStatement compareClasses(const TuningKey& key, const CandidateSet& set,
                                            const std::vector<CandidateIndex>& candidates,
                                            const ClassAssumptions& assumptions);

[[nodiscard]] std::string_view toString(Card card);
[[nodiscard]] std::optional<Card> cardFromString(std::string_view name);
[[nodiscard]] std::string_view toString(CodeGenerator generator);

}  // namespace flipscope
