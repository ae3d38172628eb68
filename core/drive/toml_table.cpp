#include "core/drive/toml_table.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

// Used as headers alone, so that neither the sanitized builds nor the bundle need a library of it.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 80
// The parser asserts, or lets the compiler assume, what a file need not keep to, such as that no line ends behind "[",
// and then looks itself: so nothing is asserted or assumed.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#include <toml++/toml.h>

namespace flipscope {

namespace {

// Tables are freed, compared and written by recursion, and the library limits values in values, but not dotted names.
constexpr std::size_t kMostNames = 80;

std::size_t endOfString(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    const bool isLong = text.substr(begin, 3) == std::string(3, quote);
    for (std::size_t at = begin + (isLong ? 3 : 1); at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\') {
            ++at;
        } else if (!isLong && text[at] == '\n') {
            return at;
        } else if (!isLong && text[at] == quote) {
            return at + 1;
        } else if (isLong && text.substr(at, 3) == std::string(3, quote)) {
            at += 3;
            while (at < text.size() && text[at] == quote)  // up to two quotes may stand before the closing ones
                ++at;
            return at;
        }
    }
    return text.size();
}

// Where the text has more names joined by dots than are taken.
std::optional<std::size_t> tooManyNames(std::string_view text) {
    std::size_t dots = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfString(text, at);
            continue;
        }
        if (c == '#') at = std::min(text.find('\n', at), text.size() - 1);
        if (std::string_view("\n#=,[]{}").find(c) != std::string_view::npos) dots = 0;
        if (c == '.' && ++dots >= kMostNames) return at;
        ++at;
    }
    return std::nullopt;
}

Error errorAt(std::size_t line, std::size_t column, std::string_view reason) {
    return Error{"line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + std::string(reason)};
}

}  // namespace

struct TomlTable::Content {
    toml::table table;

    [[nodiscard]] toml::node* at(const Names& path) {
        toml::node* node = &table;
        for (const std::string& name : path) {
            toml::table* inside = node->as_table();
            node = inside == nullptr ? nullptr : inside->get(name);
            if (node == nullptr) return nullptr;
        }
        return node;
    }

    // The table there, made where there is none.
    [[nodiscard]] toml::table& made(const Names& path) {
        toml::table* inside = &table;
        for (const std::string& name : path) {
            toml::node* next = inside->get(name);
            if (next == nullptr || !next->is_table()) {
                inside->insert_or_assign(name, toml::table{});
                next = inside->get(name);
            }
            inside = next->as_table();
        }
        return *inside;
    }
};

TomlTable::TomlTable() : m_content(std::make_unique<Content>()) {}
TomlTable::TomlTable(std::unique_ptr<Content> content) : m_content(std::move(content)) {}
TomlTable::TomlTable(const TomlTable& other) : m_content(std::make_unique<Content>(*other.m_content)) {}
TomlTable::TomlTable(TomlTable&& other) noexcept = default;
TomlTable& TomlTable::operator=(TomlTable other) noexcept {
    m_content.swap(other.m_content);
    return *this;
}
TomlTable::~TomlTable() = default;

Result<TomlTable> TomlTable::parse(std::string_view text) {
    if (const auto place = tooManyNames(text)) {
        const std::string_view before = text.substr(0, *place);
        const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
        return errorAt(line, *place - (before.rfind('\n') + 1) + 1, "too many names joined by dots");
    }
    toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::source_position& at = parsed.error().source().begin;
        return errorAt(at.line, at.column, parsed.error().description());
    }
    return TomlTable(std::make_unique<Content>(Content{std::move(parsed).table()}));
}

bool TomlTable::has(const Names& path) const {
    return m_content->at(path) != nullptr;
}

std::optional<std::string> TomlTable::textAt(const Names& path) const {
    const toml::node* node = m_content->at(path);
    return node == nullptr ? std::nullopt : node->value_exact<std::string>();
}

std::optional<TomlTable> TomlTable::tableAt(const Names& path) const {
    const toml::node* node = m_content->at(path);
    if (node == nullptr || !node->is_table()) return std::nullopt;
    auto content = std::make_unique<Content>(Content{*node->as_table()});
    content->table.is_inline(false);  // as the whole of a file it has no braces
    return TomlTable(std::move(content));
}

void TomlTable::remove(const Names& path) {
    if (path.empty()) return;
    toml::node* outer = m_content->at({path.begin(), path.end() - 1});
    if (outer != nullptr && outer->is_table()) outer->as_table()->erase(path.back());
}

void TomlTable::setText(const Names& path, const std::string& text) {
    m_content->made({path.begin(), path.end() - 1}).insert_or_assign(path.back(), text);
}

Result<std::string> TomlTable::toText() const {
    std::ostringstream stream;
    // Long and literal strings lose their first line break or their control characters.
    stream << toml::toml_formatter(m_content->table, toml::format_flags::allow_unicode_strings) << '\n';
    std::string text = stream.str();
    const Result<TomlTable> again = parse(text);
    if (!again) return Error{"the settings cannot be written anew: " + again.errorMessage()};
    if (again.value().m_content->table != m_content->table) return Error{"the settings cannot be written anew"};
    return text;
}

}  // namespace flipscope
