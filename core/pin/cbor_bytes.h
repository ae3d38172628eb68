#pragma once

#include "core/model/key_json.h"
#include "core/model/result.h"
#include "core/model/strong.h"

#include <string>
#include <string_view>

namespace flipscope {

// What cubecl 0.11 reads back from its environment database, as CBOR (RFC 8949: definite lengths, numbers in the
// shortest form that loses nothing). Source: formats cubecl-0.11 §4.5 and §4.7.

// {"key":<key>,"checksum":"<checksum>"}; members in the order the key has them. An Error names a number that no 64-bit
// integer and no float holds exactly.
[[nodiscard]] Result<std::string> cborOfRowKey(const KeyJson& key, std::string_view checksum);

// {"fastest_index":N,"results":[]}: the least that is read back as a choice.
[[nodiscard]] std::string cborOfChoice(CandidateIndex candidate);

}  // namespace flipscope
