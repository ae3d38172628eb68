#pragma once

#include "core/rerun/rerun_problem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Inputs that are the same on every machine. Source: docs "Which candidates compute what", section on inputs.

inline constexpr std::uint64_t kLhsSeed = 1;
inline constexpr std::uint64_t kRhsSeed = 2;

// Element `index` of the stream of `seed`: a multiple of 2^-15 in (-4, 4), near-normal, exact in f32.
[[nodiscard]] float seededValue(std::uint64_t seed, std::uint64_t index);

// The first `count` elements, rounded to `type` to nearest even (f32: as they are).
[[nodiscard]] std::vector<float> seededValues(std::uint64_t seed, std::size_t count, ElementType type);

// Both buffers, each filled in its own row-major order.
[[nodiscard]] Operands seededOperands(const RerunProblem& problem, std::uint64_t lhsSeed = kLhsSeed,
                                      std::uint64_t rhsSeed = kRhsSeed);

// The left operand of a problem as m×k, whichever way its buffer lies.
[[nodiscard]] std::vector<float> rowMajorLhs(const RerunProblem& problem, const std::vector<float>& lhs);

}  // namespace flipscope
