#pragma once

#include "core/model/key_json.h"
#include "core/model/tuning_key.h"

#include <string>

namespace flipscope {

// Short readable form of a key: "matmul 512×1024×128 f32 rhsᵀ" (m×n×k), "reduce 256×64 f32" (vector size × count),
// "key {"a":1…" for an unknown one. Free of control characters; a value that is missing shows as "?".
[[nodiscard]] std::string keyLabel(const KeyJson& key, Operation operation);

// Label of a text that is no JSON object.
[[nodiscard]] std::string plainKeyLabel(const std::string& text);

}  // namespace flipscope
