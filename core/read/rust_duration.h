#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace flipscope {

// A Rust std::time::Duration, exact. Rust's "no time" is Duration::MAX: 2^64-1 s and 999,999,999 ns.
struct RustDuration {
    std::uint64_t seconds = 0;
    std::uint32_t nanoseconds = 0;  // below 10^9
    friend bool operator==(const RustDuration&, const RustDuration&) = default;
};
inline constexpr RustDuration kRustDurationMax{UINT64_MAX, 999'999'999};

// Reads a duration as Rust's Debug prints it at the start of the text: digits, an optional fraction and "ns", "µs"
// (U+00B5; U+03BC and "us" are taken too), "ms" or "s". On success `text` begins behind it. Null, and `text` unchanged,
// when there is no unit, a unit that goes on as a word, a fraction finer than a nanosecond, or a value above
// Duration::MAX.
[[nodiscard]] std::optional<RustDuration> takeRustDuration(std::string_view& text);

}  // namespace flipscope
