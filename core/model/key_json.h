#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// A small JSON tree that keeps numbers as they were written, so that a key keeps its identity: 2^64-1 stays exact and
// 1e-6 is not respelled. Meant for tuning keys (hundreds of bytes), not for bulk data.
struct KeyJson {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    std::string text;  // number: as logged; string: unescaped UTF-8; boolean: "true"/"false"
    std::vector<KeyJson> items;
    struct Member;
    std::vector<Member> members;  // as logged: order and repetitions kept

    // First member of that name; null when there is none or this is no object.
    [[nodiscard]] const KeyJson* find(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    // The value as a non-negative integer; null when it is anything else.
    [[nodiscard]] std::optional<std::uint64_t> asUnsigned() const;
    [[nodiscard]] bool isTrue() const { return kind == Kind::boolean && text == "true"; }
};

struct KeyJson::Member {
    std::string name;
    KeyJson value;
};

// Deepest nesting accepted; real keys nest five deep.
inline constexpr std::size_t kMaxKeyDepth = 64;

// Null when the text is not one JSON value in UTF-8, or nests deeper than kMaxKeyDepth. Never throws on bad input.
[[nodiscard]] std::optional<KeyJson> parseKeyJson(std::string_view text);

// Members sorted by name (stable, so repeated names keep their order), no insignificant space, numbers as logged,
// strings with the shortest escapes.
[[nodiscard]] std::string canonicalJson(const KeyJson& value);

}  // namespace flipscope
