#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flipscope {

// Limits of a CBOR value read, far above what autotuners write (6 kB, eight levels).
inline constexpr std::size_t kMaxCborBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxCborDepth = 64;

// Decodes one CBOR value (RFC 8949); tags of values that JSON can hold are ignored. Null when it is not exactly one
// well-formed value, is larger or deeper than the limits, or holds what JSON cannot (big numbers, undefined).
[[nodiscard]] std::optional<nlohmann::json> jsonFromCbor(std::string_view bytes);

// One line of JSON; text that is no UTF-8 becomes U+FFFD, floats that are no numbers become null.
[[nodiscard]] std::string jsonText(const nlohmann::json& value);

}  // namespace flipscope
