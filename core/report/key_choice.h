#pragma once

#include "core/model/dataset.h"
#include "core/model/result.h"

#include <string>

namespace flipscope {

// The key that the user means (see searchKey). The Error names the keys that fit, or the nearest.
// Thread rule: any thread.
[[nodiscard]] Result<KeyIndex> chosenKey(const Dataset& dataset, const std::string& name);

}  // namespace flipscope
