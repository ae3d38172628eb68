#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

enum class TokenKind : std::uint8_t {
    word,         // constant text, as far as one line can tell
    number,       // 12, -0.5, 1e-5, nan, inf; whole digits of any length; 7,06 where the comma is a decimal one
    hex,          // a word of hex digits with both letters and digits, at least 7 long; 0x and 8 or 16 digits
    missing,      // "-", "null", "none", "n/a" where a number could stand
    timeOrPlace,  // date, time of day, path, address, UUID, random-looking id, machine, user: says when or where only
};

struct LineToken {
    TokenKind kind = TokenKind::word;
    std::uint32_t begin = 0, end = 0;  // bytes of the line
    // A number that only counts time or names a process: a duration or rate by its unit ("3.2 s", "41 it/s"), or behind
    // pid, port, seed, node, elapsed, took ….
    bool timeLike = false;
};

// Longest part of a line that is looked at.
inline constexpr std::size_t kMaxLineBytes = 2000;
// Most tokens of a line.
inline constexpr std::size_t kMaxLineTokens = 200;

struct TokenisedLine {
    std::string_view text;  // lives as long as the text it was cut from
    std::vector<LineToken> tokens;
    // The line with every value replaced by one mark, blanks and repeated punctuation collapsed, escape sequences and
    // progress-bar blocks left out: equal templates are "the same line" in two runs.
    std::string pattern;
    // The same with words replaced too.
    std::string skeleton;

    [[nodiscard]] std::string_view token(std::size_t i) const {
        return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
    }
};

// decimalCommas: other lines of the output have them, so that "7,064" is a number as well; see decimal_comma.h.
[[nodiscard]] TokenisedLine tokeniseLine(std::string_view line, bool decimalCommas = false);
// Some number of the line has a decimal comma, as far as the line alone can tell.
[[nodiscard]] bool hasDecimalComma(std::string_view line);

}  // namespace flipscope
