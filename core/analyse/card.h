#pragma once

#include "core/model/tuning_key.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace flipscope {

// Tensor-core generations whose numbers are known, oldest first.
enum class Card : std::uint8_t { volta, ampere, ada, hopper, blackwell };
enum class CodeGenerator : std::uint8_t { cudaCpp, llvm };

inline constexpr std::array kAllCards = {Card::volta, Card::ampere, Card::ada, Card::hopper, Card::blackwell};
inline constexpr std::array kAllCodeGenerators = {CodeGenerator::cudaCpp, CodeGenerator::llvm};

// Names as people write them: "Hopper"; "CUDA C++", "LLVM". The same in every output.
[[nodiscard]] std::string_view toString(Card card);
[[nodiscard]] std::string_view toString(CodeGenerator generator);

// The generation by its name, or of a card named in the source of the numbers ("H200"); upper and lower case are equal.
[[nodiscard]] std::optional<Card> cardFromString(std::string_view name);
// "cuda-cpp" (the cargo feature) or "llvm": how options, worker messages and session files spell a code generator.
[[nodiscard]] std::string_view optionName(CodeGenerator generator);
// By its option name.
[[nodiscard]] std::optional<CodeGenerator> codeGeneratorFromString(std::string_view name);

// How the sum of a group is rounded to the 24 bits of the f32 accumulator.
enum class FinalRounding : std::uint8_t { towardZero, nearestEven };

// How a card's tensor core adds up: products are taken in groups in ascending k, each addend is cut to
// keptFractionBits, the sum rounded once. Source: Khattak and Mikaitis, arXiv 2512.07004; the Hopper groups also by
// checksums of real kernels.
struct TensorCore {
    unsigned keptFractionBits = 0;
    unsigned mmaGroup = 0;   // mma.sync; 0: the card has no such instruction for the type
    unsigned cmmaGroup = 0;  // warp matrix (WMMA)
    FinalRounding rounding = FinalRounding::towardZero;
    friend bool operator==(const TensorCore&, const TensorCore&) = default;
};

// Null when the card has no tensor core for operands of this type (f32 stands for TF32).
[[nodiscard]] std::optional<TensorCore> tensorCoreOf(Card card, ElementType type);

}  // namespace flipscope
