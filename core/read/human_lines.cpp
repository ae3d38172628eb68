#include "core/read/human_lines.h"

#include "core/model/plain_text.h"
#include "core/read/human_fields.h"

#include <algorithm>
#include <array>

namespace flipscope {
namespace {

constexpr std::string_view kFastest = "Fastest result ";
constexpr std::string_view kValidated = "validate checksum key=";
constexpr std::string_view kSuccess = "Autotune[";

struct Start {
    std::string_view text;
    HumanLine kind;
};
// Lines told by how they begin, blanks aside.
constexpr std::array<Start, 6> kStarts{{{"Top 3 times: [", HumanLine::topTimes},
                                        {"Context:", HumanLine::context},
                                        {"Calculated bounds: ", HumanLine::bounds},
                                        {"- Tuning: ", HumanLine::step},
                                        {"Short circuiting autotune. ", HumanLine::shortCircuit},
                                        {"{\"key\":", HumanLine::otherMessage}}};

// Messages of the producer through the log crate.
constexpr std::array<std::string_view, 3> kOtherMessages{"Load autotune cache ...", " autotune cached entries",
                                                         "AutotuneKey - "};

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

std::size_t runLength(std::string_view text, std::size_t from, bool (*belongs)(char)) {
    std::size_t end = from;
    while (end < text.size() && belongs(text[end]))
        ++end;
    return end - from;
}

std::string_view withoutLeadingBlanks(std::string_view text) {
    return text.substr(runLength(text, 0, isBlank));
}

// "Autotune[" is followed by an index and a name.
std::size_t findSuccess(std::string_view line) {
    const std::size_t at = line.find(kSuccess);
    if (at == std::string_view::npos) return at;
    const std::size_t digits = runLength(line, at + kSuccess.size(), isDigit);
    const bool named = digits > 0 && line.substr(at + kSuccess.size() + digits).starts_with("] name ");
    return named ? at : std::string_view::npos;
}

// A marker in the middle of a line counts only behind a log library's prefix, which ends with a blank or a bracket.
bool mayFollowPrefix(std::string_view prefix) {
    return prefix.empty() || isBlank(prefix.back()) || prefix.back() == ']' || prefix.back() == ':';
}

bool isOtherMessage(std::string_view body) {
    if (body.starts_with("Tuning ")) return body.find(kOtherMessages[2]) != std::string_view::npos;
    return body.starts_with(kOtherMessages[0]) || (body.starts_with("Loaded ") && body.ends_with(kOtherMessages[1]));
}

}  // namespace

// A candidate's name could begin like the second one, in one letter.
bool isCutStart(std::string_view text) {
    return !text.empty() && (kFastest.starts_with(text) || (text.size() > 1 && kValidated.starts_with(text)));
}

std::size_t matchPrefix(std::string_view line, std::string_view prefix) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < prefix.size();) {
        for (bool (*belongs)(char) : {isDigit, isBlank}) {
            if (i >= prefix.size() || !belongs(prefix[i])) continue;
            const std::size_t length = runLength(line, at, belongs);
            if (length == 0) return std::string_view::npos;
            at += length;
            i += runLength(prefix, i, belongs);
        }
        if (i >= prefix.size() || isDigit(prefix[i]) || isBlank(prefix[i])) continue;
        if (at >= line.size() || line[at] != prefix[i]) return std::string_view::npos;
        ++at;
        ++i;
    }
    return at;
}

ClassifiedLine classifyHumanLine(std::string_view line, std::string_view knownPrefix) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t known = matchPrefix(line, knownPrefix);
    const std::size_t bodyStart = known == std::string_view::npos ? 0 : known;
    const std::string_view body = line.substr(bodyStart);
    const std::string_view unindented = withoutLeadingBlanks(body);
    for (const Start& start : kStarts) {
        if (!unindented.starts_with(start.text)) continue;
        return {start.kind, unindented.substr(start.text.size()), line.substr(0, bodyStart)};
    }
    const auto marked = [&](HumanLine kind, std::size_t at, std::size_t skip) {
        return ClassifiedLine{kind, line.substr(at + skip), line.substr(0, at)};
    };
    const auto found = [&](std::size_t at) {
        return at != std::string_view::npos && mayFollowPrefix(line.substr(0, at));
    };
    if (const std::size_t at = line.find(kFastest); found(at)) return marked(HumanLine::fastest, at, kFastest.size());
    if (const std::size_t at = line.find(kValidated); found(at)) {
        return marked(HumanLine::validated, at, kValidated.size());
    }
    if (const std::size_t at = findSuccess(line); found(at)) return marked(HumanLine::success, at, 0);
    const bool unknownPrefix = known == std::string_view::npos;
    if (const std::size_t at = failureStart(body, unknownPrefix); at != std::string_view::npos) {
        return marked(HumanLine::failure, bodyStart + at, 0);
    }
    if (isOtherMessage(body)) return marked(HumanLine::otherMessage, bodyStart, 0);
    // A new message of the same library, whatever it says, ends the text of a failure.
    const bool newMessage = !knownPrefix.empty() && known != std::string_view::npos;
    return marked(newMessage ? HumanLine::otherMessage : HumanLine::other, bodyStart, 0);
}

}  // namespace flipscope
