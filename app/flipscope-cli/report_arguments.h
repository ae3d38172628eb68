#pragma once

#include "app/flipscope-cli/command_parts.h"
#include "app/flipscope-cli/options.h"
#include "app/flipscope-cli/outcome_arguments.h"

#include <CLI/CLI.hpp>

namespace flipscope::cli {

// The command that makes a folder for maintainers.
void addReportCommand(CLI::App& app, Options& options, OutcomeWords& words, const AddCommand& add);

}  // namespace flipscope::cli
