#pragma once

#include "core/model/strong.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Numbers as people read them; always C locale, UTF-8. Used by the command line and the window alike.

[[nodiscard]] std::string formatDuration(Nanoseconds duration);                 // "23.5 µs", "1.20 ms"
[[nodiscard]] std::string formatDuration(std::optional<Nanoseconds> duration);  // "–" when null
[[nodiscard]] std::string formatPercent(double fraction);                       // 0.0163 -> "1.6 %", with sign kept
// "0.031", "< 0.0001". Never rounded across 0.05: 0.0502 stays "0.0502".
[[nodiscard]] std::string formatP(double p);
// "p = 0.031", "p < 0.0001"
[[nodiscard]] std::string formatNamedP(std::string_view name, double p);
[[nodiscard]] std::string formatFixed(double value, int decimals);  // "–" when not finite
// A number of an outcome, seven significant digits at most: "7.064027", "1.5e-07", "nan", "inf".
[[nodiscard]] std::string formatNumber(double value);
// A count that need not be whole, with two significant digits: "3.5", "0.016", "12", "less than 0.0001".
[[nodiscard]] std::string formatExpected(double count);
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);  // "512 bytes", "24 kB", "10.3 MB": powers of ten
[[nodiscard]] std::string plural(std::size_t count, std::string_view singular,
                                 std::string_view pluralForm);  // "1 key", "3 keys"

// "a", "a and b", "a, b and c", "a, b and 4 more".
[[nodiscard]] std::string joinList(const std::vector<std::string>& items, std::size_t most = 6);

// Text from a log made safe to print: control characters (escape sequences, line breaks) shown as \xNN or ␤, invalid
// UTF-8 replaced, at most maxBytes bytes (an ellipsis marks a cut). Other characters that mislead
// (see utf8.h) are shown as \u{202E}.
[[nodiscard]] std::string printable(std::string_view hostile, std::size_t maxBytes = 400);

}  // namespace flipscope
