#include "core/read/rust_debug.h"

#include "core/model/plain_text.h"
#include "core/read/rust_duration.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace flipscope {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isWord(char c) {
    return isDigit(c) || isUpper(c) || (c >= 'a' && c <= 'z') || c == '_';
}
std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (isUpper(c)) c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// Whether a type name, in words of UpperCamel, has a word of a snake_case field name; "Bound" counts for "bounds".
bool sharesWord(std::string_view typeName, std::string_view field) {
    constexpr std::size_t kShortest = 3;
    for (std::size_t begin = 0; begin < typeName.size();) {
        std::size_t end = begin + 1;
        while (end < typeName.size() && !isUpper(typeName[end]))
            ++end;
        const std::string word = lower(typeName.substr(begin, end - begin));
        for (std::size_t at = field.find(word); word.size() >= kShortest && at != std::string_view::npos;
             at = field.find(word, at + 1)) {
            if (at == 0 || field[at - 1] == '_') return true;
        }
        begin = end;
    }
    return false;
}

void appendUtf8(std::string& out, std::uint32_t code) {
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) code = kReplacement;
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0U | (code >> 6U));
        put(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        put(0xe0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3fU));
        put(0x80U | (code & 0x3fU));
    } else {
        put(0xf0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3fU));
        put(0x80U | ((code >> 6U) & 0x3fU));
        put(0x80U | (code & 0x3fU));
    }
}

// Reads values off the front of the text and appends their JSON. Every member returns false when it could not.
class DebugReader {
public:
    explicit DebugReader(std::string_view text) : m_rest(text) {}

    bool value(std::string& out, std::string_view field);
    bool variant(std::string& out);
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    bool take(char c);
    bool quoted(std::string& out, char quote);
    bool escape(std::string& text);
    bool number(std::string& out);
    bool items(std::string& out, char close, std::string_view field, std::size_t& count);
    bool named(std::string& out, std::string_view field, bool isVariant);
    bool fields(std::string& out);
    bool payload(std::string& out, std::string_view name, std::string_view field);
    [[nodiscard]] std::string_view takeWord();
    void skipSpace();

    std::string_view m_rest;
    std::size_t m_depth = 0;
};

void DebugReader::skipSpace() {
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size()));
}

bool DebugReader::take(char c) {
    skipSpace();
    if (!m_rest.starts_with(c)) return false;
    m_rest.remove_prefix(1);
    return true;
}

std::string_view DebugReader::takeWord() {
    std::size_t length = 0;
    while (length < m_rest.size() && isWord(m_rest[length]))
        ++length;
    const std::string_view word = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return word;
}

bool DebugReader::value(std::string& out, std::string_view field) {
    skipSpace();
    if (m_rest.empty() || m_depth >= kMaxDebugDepth) return false;
    ++m_depth;
    bool good = false;
    std::size_t count = 0;
    if (m_rest.front() == '"' || m_rest.front() == '\'') {
        good = quoted(out, m_rest.front());
    } else if (isDigit(m_rest.front()) || m_rest.front() == '-') {
        good = number(out);
    } else if (take('[')) {
        good = items(out, ']', field, count);
    } else if (m_rest.starts_with("()")) {
        m_rest.remove_prefix(2);
        out += "null";
        good = true;
    } else if (take('(')) {
        good = items(out, ')', field, count);
    } else {
        good = named(out, field, false);
    }
    --m_depth;
    return good;
}

bool DebugReader::variant(std::string& out) {
    skipSpace();
    return named(out, {}, true);
}

bool DebugReader::quoted(std::string& out, char quote) {
    m_rest.remove_prefix(1);
    std::string text;
    while (!m_rest.empty() && m_rest.front() != quote) {
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        if (c != '\\') {
            text += c;
        } else if (!escape(text)) {
            return false;
        }
    }
    if (m_rest.empty()) return false;
    m_rest.remove_prefix(1);
    out += jsonString(text);
    return true;
}

bool DebugReader::escape(std::string& text) {
    if (m_rest.empty()) return false;
    const char c = m_rest.front();
    m_rest.remove_prefix(1);
    constexpr std::string_view kNames = "nrt0\\\"'";
    constexpr std::string_view kMeanings("\n\r\t\0\\\"'", 7);
    const std::size_t simple = kNames.find(c);
    if (simple != std::string_view::npos) {
        text += kMeanings[simple];
        return true;
    }
    if (c != 'u' || !m_rest.starts_with('{')) return false;
    m_rest.remove_prefix(1);
    std::uint32_t code = 0;
    std::size_t digits = 0;
    for (; digits < 8 && digits < m_rest.size() && m_rest[digits] != '}'; ++digits) {
        constexpr std::string_view kHex = "0123456789abcdef";
        const std::size_t digit = kHex.find(lower(m_rest.substr(digits, 1)));
        if (digit == std::string_view::npos) return false;
        code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    if (digits == 0 || digits >= m_rest.size() || m_rest[digits] != '}') return false;
    m_rest.remove_prefix(digits + 1);
    appendUtf8(text, code);
    return true;
}

bool DebugReader::number(std::string& out) {
    if (const auto duration = takeRustDuration(m_rest)) {
        out += "{\"secs\":" + std::to_string(duration->seconds) +
               ",\"nanos\":" + std::to_string(duration->nanoseconds) + '}';
        return true;
    }
    if (m_rest.starts_with("-inf")) {
        m_rest.remove_prefix(4);
        out += "null";
        return true;
    }
    std::size_t length = 1;
    while (length < m_rest.size()) {
        const char c = m_rest[length];
        const bool exponentSign = (c == '-' || c == '+') && (m_rest[length - 1] == 'e' || m_rest[length - 1] == 'E');
        if (!isWord(c) && c != '.' && !exponentSign) break;
        ++length;
    }
    const std::string_view text = m_rest.substr(0, length);
    if (!nlohmann::json::accept(text)) return false;
    m_rest.remove_prefix(length);
    out += text;
    return true;
}

bool DebugReader::items(std::string& out, char close, std::string_view field, std::size_t& count) {
    out += '[';
    for (count = 0; !take(close); ++count) {
        if (count > 0) out += ',';
        if (!value(out, field)) return false;
        if (!take(',')) {
            ++count;
            if (!take(close)) return false;
            break;
        }
    }
    out += ']';
    return true;
}

// A word and what follows it: nothing, a payload in parentheses, or fields in braces.
bool DebugReader::named(std::string& out, std::string_view field, bool isVariant) {
    const std::string_view name = takeWord();
    if (name.empty()) return false;
    if (m_rest.starts_with('(')) return payload(out, name, field);
    if (m_rest.starts_with(" {")) {
        const bool wrapped = isVariant || (!field.empty() && !sharesWord(name, field));
        if (wrapped) out += '{' + jsonString(name) + ':';
        if (!fields(out)) return false;
        if (wrapped) out += '}';
        return true;
    }
    if (name == "true" || name == "false") {
        out += name;
    } else if (name == "None" || name == "NaN" || name == "inf") {
        out += "null";
    } else {
        out += jsonString(name);
    }
    return true;
}

bool DebugReader::payload(std::string& out, std::string_view name, std::string_view field) {
    take('(');
    if (name == "Some") return value(out, field) && (take(','), take(')'));
    std::string list;
    std::size_t count = 0;
    if (!items(list, ')', {}, count)) return false;
    const std::string_view content =
        count == 1 ? std::string_view(list).substr(1, list.size() - 2) : std::string_view(list);
    out += '{' + jsonString(name) + ':';
    out += content;
    out += '}';
    return true;
}

bool DebugReader::fields(std::string& out) {
    take('{');
    out += '{';
    for (bool first = true; !take('}'); first = false) {
        skipSpace();
        const std::string_view name = takeWord();
        if (name.empty() || !take(':')) return false;
        if (!first) out += ',';
        out += jsonString(name) + ':';
        if (!value(out, name)) return false;
        if (!take(',')) {
            if (!take('}')) return false;
            break;
        }
    }
    out += '}';
    return true;
}

bool onlySpaceIn(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> jsonFromRustDebug(std::string_view text) {
    std::optional<std::string> json = takeRustDebugValue(text, {});
    if (!onlySpaceIn(text)) json.reset();
    return json;
}

std::optional<std::string> jsonFromRustVariant(std::string_view text) {
    DebugReader reader(text);
    std::string json;
    if (!reader.variant(json) || !onlySpaceIn(reader.rest())) return std::nullopt;
    return json;
}

std::optional<std::string> takeRustDebugValue(std::string_view& text, std::string_view field) {
    DebugReader reader(text);
    std::string json;
    if (!reader.value(json, field)) return std::nullopt;
    text = reader.rest();
    return json;
}

std::string jsonString(std::string_view bytes) {
    return nlohmann::json(bytes).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace flipscope
