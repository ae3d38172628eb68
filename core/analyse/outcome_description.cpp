#include "core/analyse/outcome_description.h"

#include <algorithm>
#include <string_view>

namespace flipscope {

namespace {

constexpr std::size_t kShownBefore = 60;
constexpr std::size_t kShownAfter = 40;
constexpr std::size_t kShownValue = 60;
constexpr std::size_t kOthersNamed = 3;

[[nodiscard]] bool continuesCharacter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

[[nodiscard]] std::string withoutControls(std::string_view text) {
    std::string clean(text);
    std::replace_if(
        clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }, ' ');
    return clean;
}

[[nodiscard]] std::string head(std::string_view text, std::size_t most) {
    if (text.size() <= most) return withoutControls(text);
    while (most > 0 && continuesCharacter(text[most]))
        --most;
    return withoutControls(text.substr(0, most)) + "…";
}

[[nodiscard]] std::string tail(std::string_view text, std::size_t most) {
    if (text.size() <= most) return withoutControls(text);
    std::size_t begin = text.size() - most;
    while (begin < text.size() && continuesCharacter(text[begin]))
        ++begin;
    return "…" + withoutControls(text.substr(begin));
}

[[nodiscard]] std::string marked(std::string_view before, std::string_view value, std::string_view after) {
    return tail(before, kShownBefore) + "‹" + head(value, kShownValue) + "›" + head(after, kShownAfter);
}

[[nodiscard]] const TokenisedLine* exampleOf(const AlignedOutput& output, const VaryingField& field) {
    if (!field.line) return nullptr;
    const AlignedLine& line = output.aligned[*field.line];
    for (std::size_t run = 0; run < line.ofRun.size(); ++run)
        if (line.ofRun[run] != kNoLine && field.valueOf[run] >= 0) return &output.lines[line.ofRun[run]];
    return nullptr;
}

[[nodiscard]] std::string lineWithMark(const AlignedOutput& output, const VaryingField& field) {
    const TokenisedLine* line = exampleOf(output, field);
    if (field.kind == FieldKind::length) return "number of lines of " + output.name;
    if (field.kind == FieldKind::lastLine || line == nullptr)
        return "last line of " + output.name + ": " + marked("", field.texts.empty() ? "" : field.texts.front(), "");
    if (field.kind == FieldKind::lineCount)
        return "number of lines like: " + head(line->text, kShownBefore + kShownAfter);
    if (field.kind == FieldKind::presence) return "in some runs only: " + marked("", line->text, "");
    const std::size_t begin = line->tokens[field.firstToken].begin;
    const std::size_t end = line->tokens[field.lastToken].end;
    return marked(line->text.substr(0, begin), line->text.substr(begin, end - begin), line->text.substr(end));
}

[[nodiscard]] std::string_view nounOf(const VaryingField& field) {
    switch (field.kind) {
        case FieldKind::number:
            return "number";
        case FieldKind::hex:
            return "hex word";
        case FieldKind::span:
            return "text";
        default:
            return "word";
    }
}

}  // namespace

std::string describeField(const std::vector<AlignedOutput>& outputs, const std::vector<VaryingField>& fields,
                          const RankedField& ranked) {
    std::string text = lineWithMark(outputs[fields[ranked.field].output], fields[ranked.field]);
    for (std::size_t i = 0; i < ranked.others.size() && i < kOthersNamed; ++i) {
        const VaryingField& other = fields[ranked.others[i]];
        text += (i == 0 ? " (parts the runs alike: " : "; ") + lineWithMark(outputs[other.output], other);
    }
    if (ranked.others.size() > kOthersNamed)
        text += "; and " + std::to_string(ranked.others.size() - kOthersNamed) + " more";
    return ranked.others.empty() ? text : text + ")";
}

std::string sourceOfField(const std::vector<AlignedOutput>& outputs, const VaryingField& field) {
    const AlignedOutput& output = outputs[field.output];
    const TokenisedLine* line = exampleOf(output, field);
    if (field.kind == FieldKind::length) return "number of lines of " + output.name;
    if (field.kind == FieldKind::lastLine || line == nullptr) return "last line of " + output.name;
    const std::string where = "line " + std::to_string(output.aligned[*field.line].number);
    if (field.kind == FieldKind::lineCount) return "number of lines like " + where + " of " + output.name;
    if (field.kind == FieldKind::presence) return "presence of " + where + " of " + output.name;
    const bool word = line->tokens[field.firstToken].kind == TokenKind::word;
    const auto upTo = line->tokens.begin() + static_cast<std::ptrdiff_t>(field.firstToken) + 1;
    const auto count = std::count_if(line->tokens.begin(), upTo,
                                     [&](const LineToken& token) { return (token.kind == TokenKind::word) == word; });
    return where + ", " + std::string(nounOf(field)) + " " + std::to_string(count) + " of " + output.name;
}

}  // namespace flipscope
