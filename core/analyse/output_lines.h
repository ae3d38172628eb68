#pragma once

#include "core/analyse/line_tokens.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace flipscope {

// A line of an output: which text, and where it stood.
struct OutputLine {
    std::uint32_t text = 0;    // position in DistinctLines
    std::uint32_t number = 0;  // 1-based, counted by line feeds
};

// The different lines of many outputs, each tokenised once: outputs of runs of one program are mostly equal. The texts
// must outlive it.
class DistinctLines {
public:
    // decimalCommas: see tokeniseLine.
    explicit DistinctLines(bool decimalCommas = false) : m_decimalCommas(decimalCommas) {}
    [[nodiscard]] std::uint32_t add(std::string_view line);
    [[nodiscard]] const TokenisedLine& operator[](std::uint32_t index) const { return m_lines[index]; }
    [[nodiscard]] std::size_t size() const { return m_lines.size(); }
    // Number of the line's pattern: equal patterns, equal numbers, in order of first appearance.
    [[nodiscard]] std::uint32_t patternOf(std::uint32_t index) const { return m_patternOf[index]; }

private:
    bool m_decimalCommas;
    std::vector<TokenisedLine> m_lines;
    std::vector<std::uint32_t> m_patternOf;
    std::unordered_map<std::string_view, std::uint32_t> m_index;
    std::unordered_map<std::string, std::uint32_t> m_patterns;
};

// How many lines at the beginning of a longer text are looked at, of `most` in all.
[[nodiscard]] constexpr std::size_t headOf(std::size_t most) {
    return most - most / 4;
}

// The lines of a text that are looked at: not blank, at most `most`; of a longer text the first three quarters of that
// number and, for the rest, the last ones. A carriage return ends a line as well (progress bars); of what it overwrote
// only the last state is kept. Nothing for binary content (a NUL, or one control character in ten, among the first 4
// KiB).
[[nodiscard]] std::vector<OutputLine> linesOf(std::string_view text, std::size_t most, DistinctLines& lines);

// The lines of a text that are not blank.
[[nodiscard]] std::size_t lineCountOf(std::string_view text);

// Some line of a text has a number with a decimal comma for certain; of the lines that may have one at most `most` are
// looked at.
[[nodiscard]] bool hasDecimalCommas(std::string_view text, std::size_t most);

}  // namespace flipscope
