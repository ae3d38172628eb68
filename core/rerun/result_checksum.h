#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace flipscope {

// Checksum of a result: h = 0, then h ← 31·h + bits for each element in row-major order, modulo 2^64. bits is the f32
// pattern, or the 16-bit pattern for f16 and bf16 results.
[[nodiscard]] std::uint64_t resultChecksum(std::span<const std::uint32_t> patterns);

// The checksum of `first` followed by `second`, from the checksums of both: first·31^secondCount + second. With it a
// result can be folded in blocks, in any grouping.
[[nodiscard]] std::uint64_t joinChecksums(std::uint64_t first, std::uint64_t second, std::uint64_t secondCount);

// 16 lower-case hexadecimal digits, as in logs and tables.
[[nodiscard]] std::string checksumText(std::uint64_t checksum);

}  // namespace flipscope
