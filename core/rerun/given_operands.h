#pragma once

#include "core/rerun/rerun_request.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Operands that a request gives in place of seeds (docs/worker-protocol.md, "operands"). Pure functions, any thread.

// Elements of each operand that can be given: small constructed problems, not data.
inline constexpr std::size_t kMostGivenElements = std::size_t{1} << 18;

// The bit patterns of the values as elements of `type` (f32, f16, bf16): 8 or 4 lower-case hexadecimal digits each.
// Precondition: the values are of that type (a NaN becomes the canonical one).
[[nodiscard]] std::string operandDigits(const std::vector<float>& values, ElementType type);

// The values of such a text; null when it is not exactly `count` patterns.
[[nodiscard]] std::optional<std::vector<float>> operandsFromDigits(std::string_view digits, std::size_t count,
                                                                   ElementType type);

// What a worker that used given operands answers with: the checksum (result_checksum.h) of the patterns of the left
// operand followed by those of the right one.
[[nodiscard]] std::uint64_t operandChecksum(const Operands& operands, ElementType type);

// The operands of a request: those that it gives, else the seeded ones.
[[nodiscard]] Operands operandsOf(const RerunRequest& request);

}  // namespace flipscope
