#pragma once

#include "core/model/run.h"

#include <string_view>
#include <vector>

namespace flipscope {

// Last component of a path; also of a path inside an archive.
[[nodiscard]] std::string_view fileNameOf(std::string_view path);

// The outputs of a run in the order in which they are searched: files named stdout… first, then as listed. The pointers
// live as long as the run.
[[nodiscard]] std::vector<const TextOutput*> outputsInOrder(const Run& run);

}  // namespace flipscope
