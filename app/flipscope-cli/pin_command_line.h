#pragma once

#include "app/flipscope-cli/command_parts.h"
#include "app/flipscope-cli/options.h"

#include <string>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

// What CLI11 fills in as text and is turned into values after parsing.
struct PinWords {
    std::string run, target = "cubecl-db";
};

// The command `pin` with those below it.
void addPinCommands(CLI::App& app, Options& options, PinWords& words, const AddCommand& add);

// Throws CLI::ValidationError when `pin make` is not told which choices.
void understandPinWords(Options& options, const PinWords& words);

}  // namespace flipscope::cli
