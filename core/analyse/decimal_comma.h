#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Numbers whose decimals stand behind a comma, as programs write them in many languages ("7,064027").

// "7,064" as "7.064"; null for anything that is not one number with one comma between two digits.
[[nodiscard]] std::optional<std::string> withDecimalPoint(std::string_view text);

// The comma of such a number may as well part thousands: three digits follow it, and what stands before is no zero.
[[nodiscard]] bool mayPartThousands(std::string_view text);

// Whether the commas between two digits can be decimal ones on this line. Not where the line has a number with a
// decimal point, a comma that tightly parts anything else (a CSV row, JSON), several commas in one chain of digits (a
// list, thousands), or a bracket before such digits (a tuple). Commas of a time of day ("12:00:01,123") do not count.
[[nodiscard]] bool commasMayBeDecimal(std::string_view line);

// End of the number with a decimal comma that begins at `begin`, which may be a sign, on a line where commas may be
// decimal; null when this one is not sure to be: where nothing else stands on the line, or where it may part thousands,
// and `evident` does not say that the output has decimal commas elsewhere. An exponent is not looked at.
[[nodiscard]] std::optional<std::size_t> decimalCommaEnd(std::string_view line, std::size_t begin, bool evident);

}  // namespace flipscope
