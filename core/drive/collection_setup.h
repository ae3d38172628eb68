#pragma once

#include "core/drive/collection.h"

#include <string>
#include <vector>

namespace flipscope {

// The words of CollectionPlan::task: flipscope-cli, at this path, making one run of the plan.
[[nodiscard]] std::vector<std::string> collectTaskWords(const CollectionPlan& plan, const std::string& commandLine);

// The flipscope-cli that is installed beside the running program; its bare name where that cannot be told.
[[nodiscard]] std::string ownCommandLine();

}  // namespace flipscope
