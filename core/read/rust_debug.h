#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Deepest nesting of Rust Debug text followed; keys nest five deep.
inline constexpr std::size_t kMaxDebugDepth = 64;

// Turns text that Rust's derived Debug printed back into the JSON that serde writes for the same value:
//   structs `Name { field: v }` -> {"field":v}; tuples, lists -> arrays; strings and characters -> strings;
//   Duration -> {"secs","nanos"}; None, () and floats that are no numbers -> null; Some(v) -> v; numbers as printed;
//   enumeration variants `Name` -> "Name", `Name(v)` -> {"Name":v}, `Name(v, w)` -> {"Name":[v,w]},
//   `Name { field: v }` -> {"Name":{"field":v}}.
// Debug text does not tell a struct from a variant with named fields. Such a value counts as a variant when it is the
// value of a field that shares no word with its name: in `matrix_layout_lhs: MildlyPermuted { … }` it is one, in
// `analysis: MatmulAutotuneAnalysis { … }` it is not. Maps and sets (no key has one) are not understood.
// Null when the text is anything else, goes on behind the value, or nests deeper than kMaxDebugDepth.
[[nodiscard]] std::optional<std::string> jsonFromRustDebug(std::string_view text);

// The same for a value that is known to be a variant of an enumeration, whatever its fields.
[[nodiscard]] std::optional<std::string> jsonFromRustVariant(std::string_view text);

// Reads one value at the start of the text, which then begins behind it. `field`: name of the member it is the value
// of.
[[nodiscard]] std::optional<std::string> takeRustDebugValue(std::string_view& text, std::string_view field);

// A JSON string literal for these bytes; what is no UTF-8 becomes U+FFFD.
[[nodiscard]] std::string jsonString(std::string_view bytes);

}  // namespace flipscope
