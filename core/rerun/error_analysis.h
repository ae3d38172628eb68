#pragma once

#include "core/rerun/element_error.h"
#include "core/rerun/reference_product.h"
#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace flipscope {

// Unit roundoff of f32, in which every class accumulates.
inline constexpr double kUnitRoundoff = 0x1p-24;

// γ_k = k·u / (1 - k·u), u = 2^-24; infinite from k·u = 1 on. Source: Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed., (3.1).
[[nodiscard]] double gammaOf(std::size_t k);

// The c of the bound c·γ_k·(|A||B|) on the error of an f32 sum of k products, against the product of the operands as
// the model rounds them.
//
// f32 classes: with k products and additions in any order, fused or not, c = 1 is a theorem (Higham, section 4.2;
// adding the zeros of a padded tile is exact). Tensor cores, f kept fraction bits, groups of g, by the model of docs
// "Which candidates compute what": the addend of the largest exponent E loses nothing when f >= 23; each other addend
// that is not zero loses less than 2^(E-f) <= 2^-f·(what has been summed up of |A||B|). That is one loss for each
// product but the first. The cut of the group's sum to 24 bits loses less than 2^-23 = 2u of it. Over ⌈k/g⌉ groups: at
// most u·(2^(24-f)·(k-1) + 2·⌈k/g⌉)·(|A||B|) to first order, k·u·(2^(24-f) + 2/g) for large k: 2.5 k·u for Volta (23,
// 4), 1.5 and 1.25 for Ampere and Ada (24; 4, 8), 1 to 0.63 for Hopper and Blackwell (25; 4, 8, 16). The terms of
// higher order, (1 + x/k)^k - 1 <= x/(1 - x/2), stay below those of c = 4 up to k·u = 1/3. So 4 holds for every card
// with f >= 23 and groups of two or more, whether it rounds toward zero or to nearest, and leaves the known cards 1.6
// to 6 times the proven bound.
//
// What it can miss: an error of a single product is of the order of 1/k of |A||B|, the bound grows as k. Of seeded
// inputs a product left out of every element is seen up to k of about 5,000 with some thousand elements, 3,500 with 64,
// and may drown from there on; left out of one element, it may drown from k of a few hundred on, for its product can be
// any small one. The same for half types where the rounding of the output was measured apart; else up to about 4,000
// (f16) and 1,500 (bf16) with some thousand elements. It says nothing about sums that underflow or overflow f32, nor
// about groups whose largest operands are subnormal f16 values; the seeded inputs have neither.
inline constexpr double kErrorFactor = 4;

// kErrorFactor·γ_k, in units of |A||B|.
[[nodiscard]] double sumErrorBound(std::size_t k);

// Relative error of rounding a sum to the output's type to nearest: 2^-11 (f16), 2^-8 (bf16), 0 (f32 is not rounded).
[[nodiscard]] double outputRoundoff(ElementType output);

// Errors of an output, one pass. Relative errors: 0/0 counts as 0, a nonzero error over |A||B| = 0 as infinite. A c
// that is NaN or infinite has an infinite error, unless the reference rounds to the same infinity in the output's type
// or is not finite itself; a finite c against a reference that is not finite is infinitely wrong. Precondition:
// patterns and both parts of the reference have equal length; `reference` was computed by `model`. threads 0: as many
// as the processor runs; the numbers are the same with any.
[[nodiscard]] ErrorSummary summarizeErrors(std::span<const std::uint32_t> patterns, ElementType output,
                                           PrecisionModel model, const ReferenceProduct& reference,
                                           unsigned threads = 0);

}  // namespace flipscope
