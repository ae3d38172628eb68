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

// What stands in the line from `at` to the end of token `last`, as a regex: words that vary over the runs are any.
[[nodiscard]] std::string tokensOf(const AlignedOutput& output, const AlignedLine& line, std::size_t at,
                                   std::size_t first, std::size_t last, bool anyBlanks) {
    const TokenisedLine& example = exampleOf(output, line);
    std::string regex;
    for (std::size_t i = first; i < last; ++i) {
        regex += escapedForRegex(example.text.substr(at, example.tokens[i].begin - at), anyBlanks);
        at = example.tokens[i].end;
        if (isConstant(output, line, i))
            regex += escapedForRegex(example.token(i), anyBlanks);
        else
            regex += example.tokens[i].kind == TokenKind::timeOrPlace ? ".+?" : R"(\S+?)";
    }
    const std::size_t end = last < example.tokens.size() ? example.tokens[last].begin : example.text.size();
    return regex + escapedForRegex(example.text.substr(at, end - at), anyBlanks);
}

// The line from its beginning up to the field, as a regex.
[[nodiscard]] std::string prefixOf(const AlignedOutput& output, const AlignedLine& line, std::size_t token,
                                   bool anyBlanks) {
    return tokensOf(output, line, 0, 0, token, anyBlanks);
}

// The line behind the field, as a regex.
[[nodiscard]] std::string restOf(const AlignedOutput& output, const AlignedLine& line, std::size_t token,
                                 bool anyBlanks) {
    const TokenisedLine& example = exampleOf(output, line);
    return tokensOf(output, line, example.tokens[token].end, token + 1, example.tokens.size(), anyBlanks) + R"(\s*?$)";
}

// Skips the earlier lines of the same form. Atomic, so that a text without the line is given up after one pass.
[[nodiscard]] std::string afterOccurrences(const std::string& prefix, const std::string& skipped,
                                           std::size_t occurrence) {
    if (occurrence == 0) return "^" + prefix;
    return "\\A(?s:(?>.*?^" + skipped + "){" + std::to_string(occurrence) + "}.*?)^" + prefix;
}

[[nodiscard]] std::vector<std::string_view> valuesOf(const VaryingField& field) {
    std::vector<std::string_view> values{kAnyText, kTextBeforePunctuation};
    if (field.kind == FieldKind::number) values.insert(values.end(), {kNumber, kCommaNumber});
    return values;
}

// By what stands before the value; then, for lines that only what stands behind it tells apart ("loss 1.5 at step 7"),
// by the whole line.
[[nodiscard]] std::vector<std::string> patternsOfToken(const AlignedOutput& output, const AlignedLine& line,
                                                       const VaryingField& field) {
    std::vector<std::string> patterns;
    for (const bool wholeLine : {false, true}) {
        for (const bool anyBlanks : {false, true}) {
            const std::string prefix = prefixOf(output, line, field.firstToken, anyBlanks);
            const std::string rest = wholeLine ? restOf(output, line, field.firstToken, anyBlanks) : std::string();
            const std::string skipped = wholeLine ? prefix + R"(\S+?)" + rest : prefix;
            const std::string start = afterOccurrences(prefix, skipped, line.occurrence);
            for (const std::string_view value : valuesOf(field))
                patterns.push_back(start + std::string(value) + rest);
        }
    }
    return patterns;
}

[[nodiscard]] std::vector<std::string> patternsOfSpan(const AlignedOutput& output, const AlignedLine& line,
                                                      const VaryingField& field) {
    const TokenisedLine& example = exampleOf(output, line);
    const std::string prefix = prefixOf(output, line, field.firstToken, false);
    const std::string start = afterOccurrences(prefix, prefix, line.occurrence);
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
