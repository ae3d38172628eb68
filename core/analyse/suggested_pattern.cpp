#include "core/analyse/suggested_pattern.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMaxPatternLength = 800;
constexpr std::size_t kMaxOccurrence = 500;

constexpr std::string_view kAnyText = R"((\S+))";
constexpr std::string_view kTextBeforePunctuation = R"(([^\s,;:()\[\]{}"'|]+))";
constexpr std::string_view kNumber = R"(([-+]?(?i:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)))";
constexpr std::string_view kCommaNumber = R"(([-+]?(?i:nan|inf(?:inity)?|\d+(?:,\d+)?(?:e[-+]?\d+)?)))";

[[nodiscard]] bool isConstant(const AlignedOutput& output, const AlignedLine& line, std::size_t token) {
    const std::string_view first = exampleOf(output, line).token(token);
    return std::all_of(line.ofRun.begin(), line.ofRun.end(),
                       [&](std::uint32_t text) { return text == kNoLine || output.lines[text].token(token) == first; });
}

// The line from its beginning up to the field, as a regex.
[[nodiscard]] std::string prefixOf(const AlignedOutput& output, const AlignedLine& line, std::size_t token,
                                   bool anyBlanks) {
    const TokenisedLine& example = exampleOf(output, line);
    std::string regex;
    std::size_t at = 0;
    for (std::size_t i = 0; i <= token; ++i) {
        regex += escapedForRegex(example.text.substr(at, example.tokens[i].begin - at), anyBlanks);
        at = example.tokens[i].end;
        if (i == token) break;
        if (isConstant(output, line, i))
            regex += escapedForRegex(example.token(i), anyBlanks);
        else
            regex += example.tokens[i].kind == TokenKind::timeOrPlace ? ".+?" : R"(\S+?)";
    }
    return regex;
}

// Skips the earlier lines of the same form. Atomic, so that a text without the line is given up after one pass.
[[nodiscard]] std::string afterOccurrences(const std::string& prefix, std::size_t occurrence) {
    if (occurrence == 0) return "^" + prefix;
    return "\\A(?s:(?>.*?^" + prefix + "){" + std::to_string(occurrence) + "}.*?)^" + prefix;
}

[[nodiscard]] std::vector<std::string> patternsOfToken(const AlignedOutput& output, const AlignedLine& line,
                                                       const VaryingField& field) {
    std::vector<std::string> patterns;
    for (const bool anyBlanks : {false, true}) {
        const std::string start =
            afterOccurrences(prefixOf(output, line, field.firstToken, anyBlanks), line.occurrence);
        for (const std::string_view value : {kAnyText, kTextBeforePunctuation})
            patterns.push_back(start + std::string(value));
        for (const std::string_view value : {kNumber, kCommaNumber})
            if (field.kind == FieldKind::number) patterns.push_back(start + std::string(value));
    }
    return patterns;
}

[[nodiscard]] std::vector<std::string> patternsOfSpan(const AlignedOutput& output, const AlignedLine& line,
                                                      const VaryingField& field) {
    const TokenisedLine& example = exampleOf(output, line);
    const std::string start = afterOccurrences(prefixOf(output, line, field.firstToken, false), line.occurrence);
    const std::string rest = escapedForRegex(example.text.substr(example.tokens[field.lastToken].end), false);
    return {start + "(.*?)" + rest + "\\s*?$"};
}

// The text of the line where it stands, empty text in the runs without it.
[[nodiscard]] std::vector<std::string> patternsOfPresence(const VaryingField& field) {
    for (const std::string& text : field.texts)
        if (!text.empty()) return {"\\A(?s:.*?)^(" + escapedForRegex(text, false) + ")|\\A()"};
    return {};
}

[[nodiscard]] std::vector<std::string> patternsOf(const std::vector<AlignedOutput>& outputs,
                                                  const VaryingField& field) {
    if (field.kind == FieldKind::lastLine) return {R"(([^\r\n]*\S)\s*\z)"};
    if (!field.line || field.kind == FieldKind::lineCount) return {};
    const AlignedOutput& output = outputs[field.output];
    const AlignedLine& line = output.aligned[*field.line];
    if (field.kind == FieldKind::presence) return patternsOfPresence(field);
    if (line.occurrence > kMaxOccurrence) return {};
    return field.kind == FieldKind::span ? patternsOfSpan(output, line, field) : patternsOfToken(output, line, field);
}

[[nodiscard]] bool gives(const Dataset& dataset, const std::vector<RunIndex>& runs, const VaryingField& field,
                         std::size_t count, const std::string& regex) {
    const std::vector<RunIndex> some(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(count));
    const auto values = valuesByPattern(dataset, some, {regex, PatternMatch::first, 1});
    if (!values) return false;
    for (std::size_t run = 0; run < count; ++run) {
        const std::optional<std::string>& found = values.value().values[run];
        const int wanted = field.valueOf[run];
        if (found.has_value() != (wanted >= 0)) return false;
        if (found && *found != field.texts[static_cast<std::size_t>(wanted)]) return false;
    }
    return true;
}

}  // namespace

std::string escapedForRegex(std::string_view text, bool anyBlanks) {
    constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{})";
    std::string regex;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ' && anyBlanks) {
            while (i + 1 < text.size() && text[i + 1] == ' ')
                ++i;
            regex += " +";
        } else if (c == '\t') {
            regex += "\\t";
        } else {
            if (kSpecial.find(c) != std::string_view::npos) regex += '\\';
            regex += c;
        }
    }
    return regex;
}

std::string suggestPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                           const std::vector<AlignedOutput>& outputs, const VaryingField& field) {
    // Most wrong patterns fail in the first runs; only a promising one is tried on all.
    constexpr std::size_t kFirstTry = 8;
    for (const std::string& regex : patternsOf(outputs, field)) {
        if (regex.size() > kMaxPatternLength) continue;
        const bool anyInFirst =
            std::any_of(field.valueOf.begin(),
                        field.valueOf.begin() + static_cast<std::ptrdiff_t>(std::min(kFirstTry, runs.size())),
                        [](int value) { return value >= 0; });
        if (anyInFirst && !gives(dataset, runs, field, std::min(kFirstTry, runs.size()), regex)) continue;
        if (gives(dataset, runs, field, runs.size(), regex)) return regex;
    }
    return {};
}

}  // namespace flipscope
