#pragma once

#include "app/flipscope-cli/options.h"

#include <variant>

namespace flipscope::cli {

// Understands the arguments. An int instead of options is the exit status to end with: help or version were printed
// (0), or the arguments were wrong and the reason stands on standard error (2).
[[nodiscard]] std::variant<Options, int> parseCommandLine(int argc, const char* const* argv);

}  // namespace flipscope::cli
