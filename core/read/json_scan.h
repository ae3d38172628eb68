#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace flipscope {

// Finding pieces of JSON in text that need not be valid: no allocation, linear time, never reads outside the text.

// Deepest nesting followed.
inline constexpr std::size_t kMaxScanDepth = 512;

// How far a search came: where the container ends (one past its closing bracket), or why there is no end.
struct ContainerEnd {
    enum class Outcome : unsigned char { closed, unclosed, malformed, tooDeep };
    Outcome outcome = Outcome::unclosed;
    std::size_t position = 0;  // closed: one past the end; else: how far the scan came
};

// End of the object or array that begins at text[from]. Precondition: text[from] is '{' or '['. Looks at brackets and
// strings only; a wrong bracket or a raw control character in a string is malformed.
[[nodiscard]] ContainerEnd containerEnd(std::string_view text, std::size_t from);

// Where, at or after `from`, an object begins whose first member is "key"; npos when there is none.
[[nodiscard]] std::size_t nextKeyMember(std::string_view text, std::size_t from);

// Where, at or after `from`, a record may begin: an object whose first member is "key", or any object directly behind
// the end of another one. npos when there is none.
[[nodiscard]] std::size_t nextRecordStart(std::string_view text, std::size_t from);

// Text of a member's value exactly as written, for a valid object; the first one when the name repeats. Names with
// escapes are not recognised.
[[nodiscard]] std::optional<std::string_view> rawMember(std::string_view object, std::string_view name);

}  // namespace flipscope
