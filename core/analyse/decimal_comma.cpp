#include "core/analyse/decimal_comma.h"

#include "core/analyse/outcome_number.h"
#include "core/model/plain_text.h"

#include <algorithm>

namespace flipscope {

namespace {

[[nodiscard]] bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
[[nodiscard]] bool isSign(char c) {
    return c == '-' || c == '+';
}

[[nodiscard]] std::size_t digitsEnd(std::string_view text, std::size_t from) {
    while (from < text.size() && isDigit(text[from]))
        ++from;
    return from;
}

// Digits with one kind of mark between them.
struct Chain {
    std::size_t begin = 0, end = 0;
    std::size_t marks = 0;
};

// The chain around a mark that stands between two digits.
[[nodiscard]] Chain chainAround(std::string_view line, std::size_t mark) {
    const char c = line[mark];
    const auto joins = [&](std::size_t i) {
        return isDigit(line[i]) ||
               (line[i] == c && i > 0 && i + 1 < line.size() && isDigit(line[i - 1]) && isDigit(line[i + 1]));
    };
    Chain chain{mark, mark, 0};
    while (chain.begin > 0 && joins(chain.begin - 1))
        --chain.begin;
    while (chain.end < line.size() && joins(chain.end))
        ++chain.end;
    chain.marks = static_cast<std::size_t>(std::count(line.begin() + static_cast<std::ptrdiff_t>(chain.begin),
                                                      line.begin() + static_cast<std::ptrdiff_t>(chain.end), c));
    return chain;
}

// "00:00:00" ends here.
[[nodiscard]] bool endsTimeOfDay(std::string_view before) {
    constexpr std::string_view kShape = "00:00:00";
    if (before.size() < kShape.size()) return false;
    before.remove_prefix(before.size() - kShape.size());
    return std::equal(before.begin(), before.end(), kShape.begin(),
                      [](char c, char shape) { return shape == '0' ? isDigit(c) : c == shape; });
}

[[nodiscard]] bool followsBracket(std::string_view line, std::size_t begin) {
    if (begin > 0 && isSign(line[begin - 1])) --begin;
    return begin > 0 && std::string_view("([{<").find(line[begin - 1]) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> withDecimalPoint(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || comma == 0 || comma + 1 >= text.size()) return std::nullopt;
    if (!isDigit(text[comma - 1]) || !isDigit(text[comma + 1]) || text.find('.') != std::string_view::npos)
        return std::nullopt;
    std::string dotted(text);
    dotted[comma] = '.';
    return outcomeNumber(dotted) ? std::optional(std::move(dotted)) : std::nullopt;
}

bool mayPartThousands(std::string_view text) {
    constexpr std::size_t kDigits = 3;
    if (!text.empty() && isSign(text.front())) text.remove_prefix(1);
    const std::size_t comma = text.find(',');
    return comma != std::string_view::npos && text.size() - comma == kDigits + 1 && text.front() != '0';
}

bool commasMayBeDecimal(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c != ',' && c != '.') continue;
        const char after = i + 1 < line.size() ? line[i + 1] : ' ';
        const bool betweenDigits = i > 0 && isDigit(line[i - 1]) && isDigit(after);
        if (!betweenDigits) {
            if (c == ',' && !isBlank(after)) return false;
            continue;
        }
        const Chain chain = chainAround(line, i);
        // Dates and addresses have more points than one.
        if (c == '.' && chain.marks == 1) return false;
        if (c == ',' && !endsTimeOfDay(line.substr(0, i)) && (chain.marks > 1 || followsBracket(line, chain.begin)))
            return false;
        i = chain.end - 1;
    }
    return true;
}

std::optional<std::size_t> decimalCommaEnd(std::string_view line, std::size_t begin, bool evident) {
    const std::size_t whole = begin < line.size() && isSign(line[begin]) ? begin + 1 : begin;
    const std::size_t comma = digitsEnd(line, whole);
    if (comma == whole || comma >= line.size() || line[comma] != ',') return std::nullopt;
    const std::size_t end = digitsEnd(line, comma + 1);
    const std::string_view number = line.substr(begin, end - begin);
    if (!withDecimalPoint(number) || (!evident && mayPartThousands(number))) return std::nullopt;
    const bool alone = std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(begin), isBlank) &&
                       std::all_of(line.begin() + static_cast<std::ptrdiff_t>(end), line.end(), isBlank);
    return alone && !evident ? std::nullopt : std::optional(end);
}

}  // namespace flipscope
