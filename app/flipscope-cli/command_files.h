#pragma once

#include "app/flipscope-cli/options.h"

#include <string>
#include <vector>

namespace flipscope::cli {

// Existing files that belong to the user's programs, so that no output may take their place: those that a word of the
// program, of the test, of the launcher or of the worker names, by itself or behind the first "=", from where the user
// stands and from --from; programs are looked up in PATH as well. Folders of runs and trials in the folder for results,
// in which the program runs.
[[nodiscard]] std::vector<std::string> commandFiles(const Options& options);

}  // namespace flipscope::cli
