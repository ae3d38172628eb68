#pragma once

#include "core/model/key_json.h"
#include "core/model/tuning_key.h"

#include <optional>

namespace flipscope {

// The part of a matmul or fused matmul key that holds m, n and k: `definition` (cubecl 0.6 and later), the key itself
// (0.5), or the payload of `Matmul` (0.4). Null when it is none of these.
[[nodiscard]] const KeyJson* matmulDefinition(const KeyJson& key);

// Null when the key has no matmul definition, or m, n and k are not all non-negative integers. Members that a version
// does not write keep their defaults.
[[nodiscard]] std::optional<MatmulProblem> readMatmulProblem(const KeyJson& key);

}  // namespace flipscope
