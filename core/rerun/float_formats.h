#pragma once

#include "core/model/tuning_key.h"

#include <cstdint>

namespace flipscope {

// Conversions from f32 to the operand formats of a GPU's matrix instructions, on bit patterns: no hardware rounding
// mode and no compiler option can change them. Subnormal results and infinities follow IEEE 754. A NaN becomes the
// quiet NaN that PTX names canonical: 0x7fff in 16 bits, 0x7fffffff in 32 (PTX ISA, "NaN payloads"); its sign and
// payload are lost. All functions may be called from any thread.

enum class Tf32Rounding : std::uint8_t { tiesAway, tiesToEven, truncated };

// f32 with its significand rounded to 11 bits. tiesAway is cvt.rna.tf32; truncated drops the low 13 bits as a tensor
// core does with raw f32 bits (there a NaN with only low bits set becomes an infinity). Rounding may overflow to
// infinity.
[[nodiscard]] float toTf32(float value, Tf32Rounding rounding);

// Nearest, ties to even; beyond the largest finite value infinity.
[[nodiscard]] std::uint16_t toF16Bits(float value);
[[nodiscard]] std::uint16_t toBf16Bits(float value);

// Exact.
[[nodiscard]] float fromF16Bits(std::uint16_t bits);
[[nodiscard]] float fromBf16Bits(std::uint16_t bits);
// Of an operand or output of the type: an f32 pattern, or a 16-bit one of f16 and bf16.
[[nodiscard]] float patternValue(std::uint32_t pattern, ElementType type);

}  // namespace flipscope
