#pragma once

#include "app/flipscope-cli/command_parts.h"
#include "app/flipscope-cli/options.h"
#include "app/flipscope-cli/outcome_arguments.h"

#include <cstddef>
#include <string_view>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

// The commands that run the user's program: collect, force, bisect.
void addDriveCommands(CLI::App& app, Options& options, OutcomeWords& words, const AddCommand& add);

// Fills in what was not said. Throws CLI::ValidationError for what only the whole line shows to be wrong.
void understandDriveWords(Options& options);

}  // namespace flipscope::cli
