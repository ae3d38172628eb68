#include "core/analyse/output_lines.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] bool looksBinary(std::string_view text) {
    text = text.substr(0, 4096);
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\0' && c != '\n' && c != '\r' && c != '\t' && c != '\x1b';
    };
    // A crash can leave a hole of NUL bytes in a text.
    const auto holes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
    const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isControl));
    return controls * 10 > text.size() - holes;
}

// What stands on the line in the end: the text behind the last carriage return that is followed by something.
[[nodiscard]] std::string_view lastState(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.remove_suffix(1);
    const std::size_t overwritten = line.rfind('\r');
    return overwritten == std::string_view::npos ? line : line.substr(overwritten + 1);
}

struct Span {
    std::size_t begin = 0, end = 0;
    std::uint32_t number = 0;
};

[[nodiscard]] std::vector<Span> nonBlankLines(std::string_view text) {
    std::vector<Span> spans;
    std::uint32_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        ++number;
        if (end > begin) spans.push_back({begin, end, number});
        begin = end + 1;
    }
    return spans;
}

}  // namespace

std::uint32_t DistinctLines::add(std::string_view line) {
    line = line.substr(0, kMaxLineBytes);
    const auto [entry, isNew] = m_index.try_emplace(line, static_cast<std::uint32_t>(m_lines.size()));
    if (!isNew) return entry->second;
    TokenisedLine tokenised = tokeniseLine(line, m_decimalCommas);
    // The pattern is kept once, as a key; the skeleton decides with it, so that equal patterns have equal tokens.
    const auto number = static_cast<std::uint32_t>(m_patterns.size());
    const auto pattern = m_patterns.try_emplace(std::move(tokenised.pattern) + '\n' + tokenised.skeleton, number);
    tokenised.pattern.clear();
    m_patternOf.push_back(pattern.first->second);
    m_lines.push_back(std::move(tokenised));
    return entry->second;
}

std::vector<OutputLine> linesOf(std::string_view text, std::size_t most, DistinctLines& lines) {
    std::vector<OutputLine> result;
    if (looksBinary(text)) return result;
    const std::vector<Span> spans = nonBlankLines(text);
    const std::size_t head = spans.size() <= most ? spans.size() : headOf(most);
    const std::size_t tail = spans.size() <= most ? 0 : most - head;
    result.reserve(head + tail);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (i >= head && i + tail < spans.size()) continue;
        const std::string_view line = lastState(text.substr(spans[i].begin, spans[i].end - spans[i].begin));
        if (!line.empty()) result.push_back({lines.add(line), spans[i].number});
    }
    return result;
}

std::size_t lineCountOf(std::string_view text) {
    return nonBlankLines(text).size();
}

bool hasDecimalCommas(std::string_view text, std::size_t most) {
    const auto isDigitAt = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    for (std::size_t comma = text.find(','); comma != std::string_view::npos && most > 0;) {
        if (comma == 0 || !isDigitAt(comma - 1) || !isDigitAt(comma + 1)) {
            comma = text.find(',', comma + 1);
            continue;
        }
        const std::size_t before = text.find_last_of("\r\n", comma);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::size_t end = std::min(text.find_first_of("\r\n", comma), text.size());
        if (hasDecimalComma(text.substr(begin, end - begin))) return true;
        --most;
        comma = text.find(',', end);
    }
    return false;
}

}  // namespace flipscope
