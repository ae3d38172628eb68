#pragma once

#include "app/flipscope-cli/options.h"

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

// Pieces of command lines that several commands share.

// Adds a command to its parent: name, meaning, example.
using AddCommand = std::function<CLI::App*(CLI::App&, const char*, Command, const char*, const char*)>;

// PATHS, required.
void addPaths(CLI::App& command, Options& options);

// Refuses an empty value: it is mostly a shell variable that was not set, and must not mean that nothing was asked for.
[[nodiscard]] CLI::Validator notEmpty(const std::string& what);

}  // namespace flipscope::cli
