#pragma once

#include "core/analyse/candidate_family.h"
#include "core/analyse/card.h"
#include "core/model/tuning_key.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

[[nodiscard]] constexpr bool isHalf(ElementType type) {
    return type == ElementType::f16 || type == ElementType::bf16;
}

// How one output element is summed up. Source: docs "Which candidates compute what", measured on an H200 with CubeK
// 0.3.
enum class Arithmetic : std::uint8_t {
    ascending,         // one accumulator by FMA, k ascending
    partialSums,       // `width` partial sums over k modulo width
    gemm,              // 32 lanes of `width` partials, added as a tree
    rotatedTiles,      // as ascending inside tiles that start at a place given by the column
    vecmat,            // products rounded, added as a tree
    vecmatContracted,  // the same with its first addition contracted to an FMA
    tf32Away,          // tensor core in groups of `width`; inputs rounded to TF32, ties away from zero
    tf32Even,          // … ties to even
    tf32Truncated,     // … low bits dropped
    tensorCoreHalf,    // tensor core in groups of `width`, f16 or bf16 inputs as they are
};

struct ClassCode {
    Arithmetic arithmetic = Arithmetic::ascending;
    unsigned width = 0;  // partials or group size; 0 where it does not apply
    friend bool operator==(const ClassCode&, const ClassCode&) = default;
};

// What the rules say about a candidate. refused: it cannot run under these assumptions.
struct ClassRuling {
    enum class Kind : std::uint8_t { unknown, known, refused };
    Kind kind = Kind::unknown;
    ClassCode code;            // of known
    std::string_view because;  // of unknown and refused: in words, a literal
};

// log2 of the power of two that divides the real k (the key holds only k's bucket), from the byte strides of the rows
// that run along k, taken as unpadded. Null when the key does not tell. At least, not exactly, from 256 bytes on.
[[nodiscard]] std::optional<unsigned> knownPowerOfTwoInK(const MatmulProblem& problem);

// The largest power of two that any k of the key's bucket can hold.
[[nodiscard]] unsigned largestPowerOfTwoInK(const MatmulProblem& problem);

// m = 1 by the kind of the problem, which is taken from the real sizes.
[[nodiscard]] bool isSingleRow(const MatmulProblem& problem);

// The class of one family under full knowledge; powerOfTwoInK as above.
[[nodiscard]] ClassRuling ruleClass(const MatmulProblem& problem, const CandidateFamily& family, Card card,
                                    CodeGenerator generator, unsigned powerOfTwoInK);

// Stable id such as "tf32-rna/g8", and the same in words.
[[nodiscard]] std::string classId(const ClassCode& code, ElementType type);
[[nodiscard]] std::string className(const ClassCode& code, ElementType type);
// The words of an id; empty for one that no class has, as a worker may name.
[[nodiscard]] std::string classNameOf(std::string_view id);

}  // namespace flipscope
