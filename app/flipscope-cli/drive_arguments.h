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

// The command takes a program of the user's behind "--".
[[nodiscard]] bool runsProgram(std::string_view command);
// Where "--" stands in such a line, argc when it does not: what is behind it is the program's, whatever it looks like.
// The parser would take it for values of an option that takes several.
[[nodiscard]] std::size_t programPlace(int argc, const char* const* argv);

// Fills in what was not said. Throws CLI::ValidationError for what only the whole line shows to be wrong.
void understandDriveWords(Options& options);

}  // namespace flipscope::cli
