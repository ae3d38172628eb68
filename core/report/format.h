#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/strong.h"

namespace flipscope {

// Numbers as people read them; always C locale, UTF-8. Used by the command line and the window alike.

[[nodiscard]] std::string formatDuration(Nanoseconds duration);                    // "23.5 µs", "1.20 ms"
[[nodiscard]] std::string formatDuration(std::optional<Nanoseconds> duration);     // "–" when null
[[nodiscard]] std::string formatPercent(double fraction);                          // 0.0163 -> "1.6 %", with sign kept
[[nodiscard]] std::string formatP(double p);                                       // "0.031", "< 0.0001"
[[nodiscard]] std::string formatFixed(double value, int decimals);
[[nodiscard]] std::string plural(std::size_t count, std::string_view singular, std::string_view pluralForm);  // "1 key", "3 keys"

// Text from a log made safe to print: control characters (escape sequences, line breaks) shown as \xNN or ␤, invalid UTF-8
// replaced, at most maxBytes bytes (an ellipsis marks a cut).
[[nodiscard]] std::string printable(std::string_view hostile, std::size_t maxBytes = 400);

}  // namespace flipscope
