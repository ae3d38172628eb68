#include "core/analyse/outcome_number.h"

#include "core/model/plain_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace flipscope {

namespace {

[[nodiscard]] bool isHexLetter(char c) {
    return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

[[nodiscard]] std::string_view withoutEdges(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
    if (text.size() > 1 && std::string_view(",;:%").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    return text;
}

// from_chars leaves the value alone when it is out of range; whether that is too large or too small stands in the sign
// of the exponent.
[[nodiscard]] double outOfRange(std::string_view text) {
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent == std::string_view::npos ? text.find('.') != std::string_view::npos && text[0] == '0'
                                                         : exponent + 1 < text.size() && text[exponent + 1] == '-';
    return tiny ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

bool looksLikeHexWord(std::string_view text) {
    const bool onlyHex = std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || isHexLetter(c); });
    return onlyHex && std::any_of(text.begin(), text.end(), isDigit) &&
           std::any_of(text.begin(), text.end(), isHexLetter);
}

std::pair<bool, double> numberOrder(double number) {
    return {std::isnan(number), std::isnan(number) ? 0.0 : number};
}

std::optional<double> outcomeNumber(std::string_view text) {
    text = withoutEdges(text);
    if ((text.size() == 8 || text.size() == 16) && looksLikeHexWord(text)) return std::nullopt;
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    // from_chars would take a second sign and "nan(...)".
    if (text.empty() || text.front() == '-' || text.find('(') != std::string_view::npos) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
    if (error == std::errc::result_out_of_range) value = outOfRange(text);
    return negative ? -value : value;
}

bool isNotFinite(std::string_view text) {
    const std::optional<double> number = outcomeNumber(text);
    return number && !std::isfinite(*number);
}

}  // namespace flipscope
