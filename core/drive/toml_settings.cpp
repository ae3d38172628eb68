#include "core/drive/toml_settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace flipscope {

namespace {

constexpr std::size_t kDeepest = 64;

bool isBareKeyCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

void appendUtf8(std::string& text, std::uint32_t point) {
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0 | (point >> 6U));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0 | (point >> 12U));
        text += static_cast<char>(0x80 | ((point >> 6U) & 0x3FU));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    } else {
        text += static_cast<char>(0xF0 | ((point >> 18U) & 0x07U));
        text += static_cast<char>(0x80 | ((point >> 12U) & 0x3FU));
        text += static_cast<char>(0x80 | ((point >> 6U) & 0x3FU));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    }
}

class TomlReader {
public:
    explicit TomlReader(std::string_view text) : m_text(text) {}

    Result<std::vector<TomlSetting>> read() {
        std::vector<std::string> section;
        for (skipBlank(true); !isAtEnd(); skipBlank(true)) {
            if (peek() == '[') {
                if (m_text.substr(m_at, 2) == "[[") return fault("an array of sections, which cannot be merged");
                ++m_at;
                section.clear();
                if (!readKey(section, kDeepest) || !take(']') || !endsLine()) return fault("no section name");
            } else if (!readSetting(section, 0) || !endsLine()) {
                return fault("no setting");
            }
        }
        return std::move(m_settings);
    }

private:
    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool take(char wanted) {
        skipBlank(false);
        if (peek() != wanted || isAtEnd()) return false;
        ++m_at;
        return true;
    }
    void skipBlank(bool lines) {
        for (; !isAtEnd(); ++m_at) {
            const char c = peek();
            if (c == '#' && lines) {
                m_at = std::min(m_text.find('\n', m_at), m_text.size()) - 1;
            } else if (c != ' ' && c != '\t' && !(lines && (c == '\n' || c == '\r'))) {
                return;
            }
        }
    }
    bool endsLine() {
        skipBlank(false);
        return isAtEnd() || peek() == '\n' || peek() == '\r' || peek() == '#';
    }
    Error fault(const std::string& what) const {
        const auto line =
            std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(std::min(m_at, m_text.size())),
                       '\n') +
            1;
        return Error{"line " + std::to_string(line) + ": " + what};
    }

    bool readKey(std::vector<std::string>& path, std::size_t most) {
        for (;;) {
            skipBlank(false);
            std::string name;
            if (peek() == '"' || peek() == '\'') {
                const std::size_t begin = m_at;
                if (!skipString() || m_text.substr(begin, 3) == R"(""")" || m_text.substr(begin, 3) == "'''")
                    return false;
                name = textOfToml(m_text.substr(begin, m_at - begin));
            } else {
                while (!isAtEnd() && isBareKeyCharacter(peek()))
                    name += m_text[m_at++];
                if (name.empty()) return false;
            }
            path.push_back(std::move(name));
            if (path.size() > most) return false;
            if (!take('.')) return true;
        }
    }

    bool readSetting(std::vector<std::string> path, std::size_t depth) {
        if (!readKey(path, kDeepest) || !take('=')) return false;
        skipBlank(false);
        if (peek() == '{') return depth < kDeepest && readInlineTable(path, depth + 1);
        const std::size_t begin = m_at;
        if (!skipValue(depth)) return false;
        m_settings.push_back({std::move(path), std::string(m_text.substr(begin, m_at - begin))});
        return true;
    }

    bool readInlineTable(const std::vector<std::string>& path, std::size_t depth) {
        ++m_at;
        if (take('}')) {
            m_settings.push_back({path, "{}"});
            return true;
        }
        do {
            if (!readSetting(path, depth)) return false;
        } while (take(','));
        return take('}');
    }

    // Anything but an inline table that is to be taken apart.
    bool skipValue(std::size_t depth) {
        if (depth > kDeepest || isAtEnd()) return false;
        if (peek() == '"' || peek() == '\'') return skipString();
        if (peek() == '[') return skipArray(depth + 1);
        if (peek() == '{') return skipInlineTable(depth + 1);
        const std::size_t begin = m_at;
        while (!isAtEnd() && std::string_view(",]}#=\"'\n\r").find(peek()) == std::string_view::npos)
            ++m_at;
        while (m_at > begin && (m_text[m_at - 1] == ' ' || m_text[m_at - 1] == '\t'))
            --m_at;
        return m_at > begin;
    }

    bool skipArray(std::size_t depth) {
        ++m_at;
        for (;;) {
            skipBlank(true);
            if (peek() == ']') break;
            if (!skipValue(depth)) return false;
            skipBlank(true);
            if (peek() == ',') {
                ++m_at;
            } else if (peek() != ']') {
                return false;
            }
        }
        ++m_at;
        return true;
    }

    bool skipInlineTable(std::size_t depth) {
        ++m_at;
        if (take('}')) return true;
        do {
            std::vector<std::string> ignored;
            if (!readKey(ignored, kDeepest) || !take('=')) return false;
            skipBlank(false);
            if (!skipValue(depth)) return false;
        } while (take(','));
        return take('}');
    }

    bool skipString() {
        const char quote = peek();
        const bool isLong = m_text.substr(m_at, 3) == std::string(3, quote);
        m_at += isLong ? 3 : 1;
        for (; !isAtEnd(); ++m_at) {
            if (quote == '"' && peek() == '\\') {
                ++m_at;
            } else if (!isLong && peek() == '\n') {
                return false;
            } else if (isLong ? m_text.substr(m_at, 3) == std::string(3, quote) : peek() == quote) {
                m_at += isLong ? 3 : 1;
                while (isLong && peek() == quote)  // up to two quotes may stand before the closing ones
                    ++m_at;
                return true;
            }
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<TomlSetting> m_settings;
};

std::optional<char> simpleEscape(char c) {
    constexpr std::string_view kFrom = "btnfr\"\\", kTo = "\b\t\n\f\r\"\\";
    const std::size_t place = kFrom.find(c);
    return place == std::string_view::npos ? std::nullopt : std::optional(kTo[place]);
}

}  // namespace

Result<std::vector<TomlSetting>> readTomlSettings(std::string_view text) {
    return TomlReader(text).read();
}

std::string toToml(const std::vector<TomlSetting>& settings) {
    std::string text;
    for (const TomlSetting& setting : settings) {
        std::string key;
        for (const std::string& name : setting.path) {
            const bool isBare = !name.empty() && std::all_of(name.begin(), name.end(), isBareKeyCharacter);
            key += (key.empty() ? "" : ".") + (isBare ? name : tomlString(name));
        }
        text += key + " = " + setting.value + "\n";
    }
    return text;
}

bool isUnder(const TomlSetting& setting, const std::vector<std::string>& names) {
    return setting.path.size() >= names.size() && std::equal(names.begin(), names.end(), setting.path.begin());
}

std::string tomlString(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (byte < 0x20 || byte == 0x7F) {
            quoted += "\\u00";
            quoted += kDigits[byte >> 4U];
            quoted += kDigits[byte & 0xFU];
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

std::string textOfToml(std::string_view value) {
    if (value.size() < 2 || value.front() != value.back() || (value.front() != '"' && value.front() != '\'')) {
        return std::string(value);
    }
    const char quote = value.front();
    const bool isLong = value.size() >= 6 && value.substr(0, 3) == std::string(3, quote);
    value = isLong ? value.substr(3, value.size() - 6) : value.substr(1, value.size() - 2);
    if (isLong && value.substr(0, 1) == "\n") value.remove_prefix(1);
    if (quote == '\'') return std::string(value);
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '\\' || i + 1 == value.size()) {
            text += value[i];
            continue;
        }
        const char kind = value[++i];
        if (const auto plain = simpleEscape(kind)) {
            text += *plain;
        } else if (kind == 'u' || kind == 'U') {
            const std::size_t digits = kind == 'u' ? 4 : 8;
            std::uint32_t point = 0;
            for (const char digit : value.substr(i + 1, digits)) {
                constexpr std::string_view kHex = "0123456789abcdef";
                const char lower = digit >= 'A' && digit <= 'F' ? static_cast<char>(digit - 'A' + 'a') : digit;
                point = point * 16 + static_cast<std::uint32_t>(std::min(kHex.find(lower), std::size_t{15}));
            }
            appendUtf8(text, point);
            i += std::min(digits, value.size() - i - 1);
        } else {
            text += kind;
        }
    }
    return text;
}

}  // namespace flipscope
