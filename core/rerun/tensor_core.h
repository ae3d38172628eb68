#pragma once

#include "core/analyse/card.h"

#include <optional>
#include <span>

namespace flipscope {

// The sum of products d = c + Σ a·b as a tensor core computes it. Source: docs "Which candidates compute what"; Khattak
// and Mikaitis, arXiv 2512.07004.
//
// A group: E = the largest exponent among c and the products that are not zero; a product's exponent is the sum of its
// factors' exponents, so its significand lies in [1, 4). Each addend is cut toward zero to a multiple of
// 2^(E - keptFractionBits), the cut addends are added exactly, the sum is rounded to 24 bits. A zero sum is +0.
//
// Where the model ends. Modelled: normal f32 (TF32, bf16) operands, normal and subnormal f16 operands (a subnormal has
// the exponent of the smallest normal, so its product's significand can be below 1: by the publication), sums that are
// zero or normal in f32. Outside, and answered with null: infinities and NaN, subnormal TF32 and bf16 operands,
// accumulators that leave the normal range of f32, upward or downward. The exponent floor that the publication names
// for Hopper (-133) lies outside with them.
struct TensorCoreSum {
    unsigned keptFractionBits = 25;  // at most kMostKeptBits
    unsigned group = 8;              // products added at once, at most kLargestGroup
    FinalRounding rounding = FinalRounding::towardZero;
};

inline constexpr unsigned kMostKeptBits = 40;
inline constexpr unsigned kLargestGroup = 256;

// Exponent of one finite operand that is not zero, as a product's exponent is made of it.
[[nodiscard]] int operandExponent(float value, ElementType operands);

// False for infinities, NaN, and subnormals that are outside the model.
[[nodiscard]] bool isModelledOperand(float value, ElementType operands);

// c + Σ a·b in groups, ascending, the last group padded with zeros. a and b have the same length and hold values of the
// operand format, widened to f32 (f32 stands for TF32; with more than 11 significant bits the products are still
// exact). Exact integer arithmetic; null outside the model. Precondition: numbers within the limits above.
[[nodiscard]] std::optional<float> tensorCoreSum(const TensorCoreSum& core, ElementType operands, float c,
                                                 std::span<const float> a, std::span<const float> b);

}  // namespace flipscope
