#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Why a file may not be written: it is one of the inputs, an existing file inside an input folder, or a folder. A
// device or a pipe may. Links of both kinds are known. Thread rule: any thread.
[[nodiscard]] std::optional<Error> overwriteRefusal(const std::string& path, const std::vector<std::string>& inputs);

}  // namespace flipscope
