#pragma once

#include <optional>
#include <string_view>
#include <utility>

namespace flipscope {

// The number that the text of an outcome stands for: decimal or scientific, with sign; nan and inf in any case and with
// sign. White space around it and one ',', ';', ':' or '%' behind it (left over from a sentence) are passed over. Words
// of 8 or 16 hex digits such as 40e21204, which would also read as 40·10^21204, are bit patterns and no numbers; so are
// hex numbers. A magnitude beyond double is inf or 0 as IEEE rounding gives.
[[nodiscard]] std::optional<double> outcomeNumber(std::string_view text);

// It stands for nan or inf.
[[nodiscard]] bool isNotFinite(std::string_view text);

// By what numbers are ordered: ascending, nan above inf.
[[nodiscard]] std::pair<bool, double> numberOrder(double number);

// Text made only of hex digits, among them both a letter and a digit.
[[nodiscard]] bool looksLikeHexWord(std::string_view text);

}  // namespace flipscope
