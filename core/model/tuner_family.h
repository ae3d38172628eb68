#pragma once

#include "core/model/key_json.h"
#include "core/model/tuning_key.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What a key asks for, by the shape of its object. Forward convolution and the two backward ones share one shape and
// are told apart by candidate names, without names by the database tuner; when neither tells, it is `convolution`.
[[nodiscard]] Operation recogniseOperation(const KeyJson& key, const std::vector<std::string>& names,
                                           std::string_view databaseTuner);

// Family of the tuner that a key belongs to: "matmul", "fused_matmul", "reduce_dim", "conv_forward" … The same for a
// run of which only the log is known and one with a database, hence made from the key's shape and the candidate names
// first. reduce-dim and reduce-dim-with-indices log the same keys and names: one family. A key of unknown shape belongs
// to "tuner of <first candidate in alphabetical order>"; without names to databaseTuner, which may be empty.
[[nodiscard]] std::string tunerFamily(Operation operation, const std::vector<std::string>& names,
                                      std::string_view databaseTuner);

}  // namespace flipscope
