#pragma once

#include "app/flipscope-cli/command_parts.h"

#include <string>

namespace flipscope::cli {

// What CLI11 fills in as text and is turned into values after parsing.
struct RerunWords {
    std::string checks, elementType = "f32";
};

// The commands that run candidates in a worker: rerun, worker-check, calibrate, self-check.
void addRerunCommands(CLI::App& app, Options& options, RerunWords& words, const AddCommand& add);

// Throws CLI::ValidationError for what only the whole line shows to be wrong.
void understandRerunWords(Options& options, const RerunWords& words);

}  // namespace flipscope::cli
