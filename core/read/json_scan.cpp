#include "core/read/json_scan.h"

#include <bitset>

namespace flipscope {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool isSpace(char c) {
    return kSpace.find(c) != std::string_view::npos;
}

std::size_t skipSpace(std::string_view text, std::size_t at) {
    while (at < text.size() && isSpace(text[at]))
        ++at;
    return at;
}

// One past the closing quote of the string whose opening quote is at `at`; npos when it is not closed or holds a raw
// control character.
std::size_t stringEnd(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') return at + 1;
        if (c == '\\') ++at;
        if (static_cast<unsigned char>(c) < 0x20) return std::string_view::npos;
    }
    return std::string_view::npos;
}

// One past the value that begins at `at`; npos when it does not end.
std::size_t valueEnd(std::string_view text, std::size_t at) {
    if (text[at] == '"') return stringEnd(text, at);
    if (text[at] == '{' || text[at] == '[') {
        const ContainerEnd end = containerEnd(text, at);
        return end.outcome == ContainerEnd::Outcome::closed ? end.position : std::string_view::npos;
    }
    return text.find_first_of(",}] \t\r\n", at);
}

bool startsKeyMember(std::string_view text, std::size_t brace) {
    constexpr std::string_view kKey = "\"key\"";
    const std::size_t name = skipSpace(text, brace + 1);
    if (text.compare(name, kKey.size(), kKey) != 0) return false;
    const std::size_t colon = skipSpace(text, name + kKey.size());
    return colon < text.size() && text[colon] == ':';
}

bool followsObject(std::string_view text, std::size_t brace) {
    std::size_t before = brace;
    while (before > 0 && isSpace(text[before - 1]))
        --before;
    if (before == 0 || text[before - 1] != '}') return false;
    const std::size_t first = skipSpace(text, brace + 1);
    return first < text.size() && text[first] == '"';
}

}  // namespace

ContainerEnd containerEnd(std::string_view text, std::size_t from) {
    using Outcome = ContainerEnd::Outcome;
    std::bitset<kMaxScanDepth> isObject;
    std::size_t depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t end = stringEnd(text, at);
            if (end == std::string_view::npos) return {Outcome::unclosed, text.size()};
            at = end - 1;
        } else if (c == '{' || c == '[') {
            if (depth == kMaxScanDepth) return {Outcome::tooDeep, at};
            isObject[depth++] = c == '{';
        } else if (c == '}' || c == ']') {
            if (isObject[--depth] != (c == '}')) return {Outcome::malformed, at};
            if (depth == 0) return {Outcome::closed, at + 1};
        }
    }
    return {Outcome::unclosed, text.size()};
}

std::size_t nextKeyMember(std::string_view text, std::size_t from) {
    std::size_t at = text.find('{', from);
    while (at != std::string_view::npos && !startsKeyMember(text, at))
        at = text.find('{', at + 1);
    return at;
}

std::size_t nextRecordStart(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
        if (startsKeyMember(text, at) || followsObject(text, at)) return at;
    }
    return std::string_view::npos;
}

std::optional<std::string_view> rawMember(std::string_view object, std::string_view name) {
    for (std::size_t at = skipSpace(object, 1); at < object.size() && object[at] == '"';) {
        const std::size_t nameEnd = stringEnd(object, at);
        if (nameEnd == std::string_view::npos) return std::nullopt;
        const bool found = object.substr(at + 1, nameEnd - at - 2) == name;
        const std::size_t colon = skipSpace(object, nameEnd);
        const std::size_t value = skipSpace(object, colon + 1);
        if (value >= object.size()) return std::nullopt;
        const std::size_t end = valueEnd(object, value);
        if (end == std::string_view::npos) return std::nullopt;
        if (found) return object.substr(value, end - value);
        at = skipSpace(object, skipSpace(object, end) + 1);  // behind the comma
    }
    return std::nullopt;
}

}  // namespace flipscope
