#include "core/analyse/line_tokens.h"

#include "core/analyse/decimal_comma.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/time_words.h"
#include "core/model/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace flipscope {

namespace {

constexpr char kValueMark = '\x01';
constexpr char kWordMark = '\x02';

[[nodiscard]] bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] bool isWordChar(char c) {
    return isDigit(c) || isLetter(c) || c == '_';
}
[[nodiscard]] bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
[[nodiscard]] bool isHexDigit(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

// Letters that may stand directly behind a number without making it a word.
constexpr std::array<std::string_view, 28> kAttachedUnits{"s",   "ms",  "us",  "ns", "m", "min", "h",  "d",  "it", "x",
                                                          "k",   "K",   "M",   "G",  "B", "kB",  "KB", "MB", "GB", "TB",
                                                          "KiB", "MiB", "GiB", "b",  "W", "C",   "Hz", "MHz"};

// Reads the tokens of one line from left to right.
class LineScanner {
public:
    LineScanner(std::string_view text, bool decimalCommas) : m_decimalCommas(decimalCommas) { m_line.text = text; }

    [[nodiscard]] TokenisedLine scan() {
        while (m_at < m_line.text.size() && m_line.tokens.size() < kMaxLineTokens)
            step();
        appendSeparator(m_line.text.size());
        markTimeLike();
        return std::move(m_line);
    }

private:
    [[nodiscard]] char charAt(std::size_t i) const { return i < m_line.text.size() ? m_line.text[i] : '\0'; }
    [[nodiscard]] std::string_view textFrom(std::size_t begin, std::size_t end) const {
        return m_line.text.substr(begin, end - begin);
    }

    template <class Accepts>
    [[nodiscard]] std::size_t endWhile(std::size_t from, Accepts accepts) const {
        while (from < m_line.text.size() && accepts(m_line.text[from]))
            ++from;
        return from;
    }

    [[nodiscard]] std::size_t escapeEnd(std::size_t from) const;
    void step();
    [[nodiscard]] bool startsToken() const;
    void addToken(TokenKind kind, std::size_t end);
    void appendSeparator(std::size_t end);
    void appendToPatterns(char c);
    void markTimeLike();

    [[nodiscard]] std::optional<std::size_t> digitsInShape(std::size_t from, std::string_view shape) const;
    [[nodiscard]] std::optional<std::size_t> clockEnd() const;
    [[nodiscard]] std::optional<std::size_t> pathEnd() const;
    [[nodiscard]] bool commasMayBeDecimal();
    [[nodiscard]] std::optional<std::size_t> numberEnd();
    [[nodiscard]] std::size_t attachedUnitEnd(std::size_t from) const;
    [[nodiscard]] std::size_t wordEnd() const;
    [[nodiscard]] TokenKind kindOfWord(std::string_view word) const;

    TokenisedLine m_line;
    bool m_decimalCommas;                      // evident in this output
    std::optional<bool> m_commasMayBeDecimal;  // on this line; null: not asked yet
    std::size_t m_at = 0;                      // next character
    std::size_t m_separator = 0;               // where the text between tokens began
};

bool LineScanner::startsToken() const {
    const char c = m_line.text[m_at];
    const char before = m_at > 0 ? m_line.text[m_at - 1] : ' ';
    if (isWordChar(c)) return true;
    if (c == '/') return !isWordChar(before) && before != '/' && before != '.' && isWordChar(charAt(m_at + 1));
    if (c == '.') return isDigit(charAt(m_at + 1)) && !isWordChar(before) && before != '.';
    if (c != '-' && c != '+') return false;
    const char after = charAt(m_at + 1);
    const bool signOfNumber = isDigit(after) || (after == '.' && isDigit(charAt(m_at + 2))) ||
                              equalIgnoringCase(m_line.text.substr(m_at + 1, 3), "inf") ||
                              equalIgnoringCase(m_line.text.substr(m_at + 1, 3), "nan");
    if (signOfNumber) return !isWordChar(before) && before != ')' && before != c;
    const auto isEdge = [](char x) { return isBlank(x) || x == '|' || x == '\0' || x == ','; };
    return c == '-' && isEdge(before) && isEdge(after);
}

// Behind an escape sequence of a terminal ("ESC [ 1 ; 32 m").
std::size_t LineScanner::escapeEnd(std::size_t from) const {
    if (charAt(from + 1) != '[') return from + 1;
    const std::size_t end = endWhile(from + 2, [](char c) { return isDigit(c) || c == ';' || c == '?'; });
    return std::min(end + 1, m_line.text.size());
}

void LineScanner::step() {
    if (m_line.text[m_at] == '\x1b') {
        m_at = escapeEnd(m_at);
        return;
    }
    if (!startsToken()) {
        ++m_at;
        return;
    }
    if (const auto end = clockEnd()) return addToken(TokenKind::timeOrPlace, *end);
    if (const auto end = pathEnd()) return addToken(TokenKind::timeOrPlace, *end);
    const std::size_t alnumEnd = endWhile(m_at, isWordChar);
    if (alnumEnd - m_at >= 7 && looksLikeHexWord(textFrom(m_at, alnumEnd)) && charAt(alnumEnd) != '.')
        return addToken(kindOfWord(textFrom(m_at, wordEnd())), wordEnd());
    if (const auto end = numberEnd()) {
        addToken(TokenKind::number, *end);
        m_at = attachedUnitEnd(m_at);
        return;
    }
    if (m_line.text[m_at] == '-' || m_line.text[m_at] == '+' || m_line.text[m_at] == '.') {
        if (m_line.text[m_at] == '-' && !isDigit(charAt(m_at + 1)) && !isLetter(charAt(m_at + 1)))
            return addToken(TokenKind::missing, m_at + 1);
        ++m_at;
        return;
    }
    const std::size_t end = std::max(wordEnd(), m_at + 1);
    addToken(kindOfWord(textFrom(m_at, end)), end);
}

void LineScanner::addToken(TokenKind kind, std::size_t end) {
    if ((kind == TokenKind::word || kind == TokenKind::hex) && !m_line.tokens.empty() &&
        isNamedAsPlace(m_line.token(m_line.tokens.size() - 1), textFrom(m_line.tokens.back().end, m_at),
                       textFrom(m_at, end)))
        kind = TokenKind::timeOrPlace;
    appendSeparator(m_at);
    m_line.tokens.push_back({kind, static_cast<std::uint32_t>(m_at), static_cast<std::uint32_t>(end), false});
    if (kind == TokenKind::word)
        m_line.pattern += textFrom(m_at, end);
    else
        m_line.pattern += kValueMark;
    m_line.skeleton += kWordMark;
    m_at = end;
    m_separator = end;
}

void LineScanner::appendToPatterns(char c) {
    const char shown = isBlank(c) ? ' ' : c;
    const bool repeated = !m_line.pattern.empty() && m_line.pattern.back() == shown && !isWordChar(shown);
    if (repeated || (m_line.pattern.empty() && shown == ' ')) return;
    m_line.pattern += shown;
    m_line.skeleton += shown;
}

// Text between tokens: escape sequences and the blocks of progress bars (U+2580 … U+259F) are no part of the line's
// form.
void LineScanner::appendSeparator(std::size_t end) {
    for (std::size_t i = m_separator; i < end; ++i) {
        const char c = m_line.text[i];
        if (c == '\x1b') {
            i = escapeEnd(i) - 1;
        } else if (c == '\xE2' && charAt(i + 1) == '\x96') {
            i += 2;
        } else if (c != kValueMark && c != kWordMark) {
            appendToPatterns(c);
        }
    }
    m_separator = end;
}

// End of digits in the shape of "00:00"; null when the text has another shape there.
std::optional<std::size_t> LineScanner::digitsInShape(std::size_t from, std::string_view shape) const {
    for (const char c : shape) {
        const bool fits = c == '0' ? isDigit(charAt(from)) : charAt(from) == c;
        if (!fits) return std::nullopt;
        ++from;
    }
    return from;
}

// A date, a time of day or both; or minutes and seconds.
std::optional<std::size_t> LineScanner::clockEnd() const {
    std::optional<std::size_t> end;
    for (const std::string_view date : {"0000-00-00", "0000/00/00", "00/00/0000"})
        if (!end) end = digitsInShape(m_at, date);
    std::size_t time = m_at;
    if (end) {
        const bool joined = charAt(*end) == 'T' || charAt(*end) == ' ' || charAt(*end) == '_';
        time = joined ? *end + 1 : *end;
    }
    auto timeEnd = digitsInShape(time, "00:00:00");
    if (!timeEnd) timeEnd = digitsInShape(time, "00:00");
    if (timeEnd) {
        end = timeEnd;
        if ((charAt(*end) == '.' || charAt(*end) == ',') && isDigit(charAt(*end + 1)))
            end = endWhile(*end + 1, isDigit);
        if (charAt(*end) == 'Z') ++*end;
    }
    return end && !isWordChar(charAt(*end)) ? end : std::nullopt;
}

// A path: absolute, or with at least two separators.
std::optional<std::size_t> LineScanner::pathEnd() const {
    constexpr std::string_view kStops = " \t\r\"'(),;<>|=[]{}";
    const std::size_t end =
        endWhile(m_at, [&](char c) { return kStops.find(c) == std::string_view::npos && c != '\x1b'; });
    const std::string_view text = textFrom(m_at, end);
    const bool onlyNumbers = std::none_of(text.begin(), text.end(), [](char c) { return isLetter(c) || c == '_'; });
    if (onlyNumbers || text.find("//") == 0) return std::nullopt;
    const auto slashes = std::count(text.begin(), text.end(), '/');
    if (text.front() != '/' && slashes < 2) return std::nullopt;
    std::size_t stop = end;
    while (stop > m_at + 1 && (m_line.text[stop - 1] == '.' || m_line.text[stop - 1] == ':'))
        --stop;
    return stop;
}

bool LineScanner::commasMayBeDecimal() {
    if (!m_commasMayBeDecimal) m_commasMayBeDecimal = flipscope::commasMayBeDecimal(m_line.text);
    return *m_commasMayBeDecimal;
}

std::optional<std::size_t> LineScanner::numberEnd() {
    std::size_t at = m_at;
    if (charAt(at) == '-' || charAt(at) == '+') ++at;
    if (isLetter(charAt(at))) {
        const std::size_t end = endWhile(at, isWordChar);
        const std::string_view word = textFrom(at, end);
        const bool special =
            equalIgnoringCase(word, "nan") || equalIgnoringCase(word, "inf") || equalIgnoringCase(word, "infinity");
        return special ? std::optional(end) : std::nullopt;
    }
    const std::size_t whole = endWhile(at, isDigit);
    std::size_t end = whole;
    if (charAt(end) == '.' && (isDigit(charAt(end + 1)) || whole > at)) end = endWhile(end + 1, isDigit);
    if (charAt(whole) == ',' && commasMayBeDecimal())
        end = decimalCommaEnd(m_line.text, m_at, m_decimalCommas).value_or(whole);
    if (end == at || (end == at + 1 && charAt(at) == '.')) return std::nullopt;
    if (charAt(end - 1) == '.') --end;
    if (charAt(end) == 'e' || charAt(end) == 'E') {
        const std::size_t digits = charAt(end + 1) == '-' || charAt(end + 1) == '+' ? end + 2 : end + 1;
        if (isDigit(charAt(digits))) end = endWhile(digits, isDigit);
    }
    const bool version = charAt(end) == '.' && isDigit(charAt(end + 1));
    if (version || isWordChar(charAt(attachedUnitEnd(end)))) return std::nullopt;
    return end;
}

std::size_t LineScanner::attachedUnitEnd(std::size_t from) const {
    const std::size_t end = endWhile(from, isLetter);
    if (end == from || isWordChar(charAt(end))) return from;
    const std::string_view unit = textFrom(from, end);
    return std::find(kAttachedUnits.begin(), kAttachedUnits.end(), unit) != kAttachedUnits.end() ? end : from;
}

// A word with what joins its parts: "max_err", "tests/test_a.py", "0.11.0", "int8-gemm".
std::size_t LineScanner::wordEnd() const {
    std::size_t end = m_at;
    while (true) {
        end = endWhile(end, isWordChar);
        const char joint = charAt(end);
        const char after = charAt(end + 1);
        const bool joins = ((joint == '.' || joint == '/') && isWordChar(after)) || (joint == '-' && isWordChar(after));
        if (!joins || end == m_at) return end;
        ++end;
    }
}

TokenKind LineScanner::kindOfWord(std::string_view word) const {
    if (word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X') &&
        std::all_of(word.begin() + 2, word.end(), isHexDigit))
        return word.size() == 10 || word.size() == 18 ? TokenKind::hex : TokenKind::timeOrPlace;
    if (equalIgnoringCase(word, "null") || equalIgnoringCase(word, "none") || equalIgnoringCase(word, "n/a"))
        return TokenKind::missing;
    if (word.size() >= 7 && looksLikeHexWord(word)) return TokenKind::hex;
    const auto dashes = std::count(word.begin(), word.end(), '-');
    const bool uuid = word.size() == 36 && dashes == 4 &&
                      std::all_of(word.begin(), word.end(), [](char c) { return c == '-' || isHexDigit(c); });
    const bool randomLooking =
        word.size() >= 24 && std::all_of(word.begin(), word.end(), [](char c) { return isDigit(c) || isLetter(c); }) &&
        std::count_if(word.begin(), word.end(), isDigit) >= 3;
    return uuid || randomLooking ? TokenKind::timeOrPlace : TokenKind::word;
}

void LineScanner::markTimeLike() {
    for (std::size_t i = 0; i < m_line.tokens.size(); ++i) {
        LineToken& token = m_line.tokens[i];
        if (token.kind != TokenKind::number) continue;
        const std::size_t wordEnd = i == 0 ? 0 : m_line.tokens[i - 1].end;
        const std::string_view wordBefore = i == 0 ? std::string_view() : m_line.token(i - 1);
        const std::string_view between = textFrom(wordEnd, token.begin);
        token.timeLike = hasTimeUnit(m_line.text.substr(token.end)) || isNamedAsTime(wordBefore, between) ||
                         isNamedAsPlace(wordBefore, between, m_line.token(i));
    }
}

}  // namespace

TokenisedLine tokeniseLine(std::string_view line, bool decimalCommas) {
    return LineScanner(line.substr(0, kMaxLineBytes), decimalCommas).scan();
}

bool hasDecimalComma(std::string_view line) {
    const TokenisedLine tokenised = tokeniseLine(line);
    return std::any_of(tokenised.tokens.begin(), tokenised.tokens.end(), [&](const LineToken& token) {
        const std::string_view text = tokenised.text.substr(token.begin, token.end - token.begin);
        return token.kind == TokenKind::number && text.find(',') != std::string_view::npos;
    });
}

}  // namespace flipscope
