#pragma once

#include "app/flipscope-cli/options.h"

#include <string>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

// What CLI11 fills in as text and is turned into values after parsing.
struct OutcomeWords {
    std::string match;
    bool gap = false, equalText = false, finite = false, ungrouped = false;
};

// Options that later ones may exclude.
struct OutcomeOptions {
    CLI::Option *pattern, *exitStatus, *gap, *threshold;
};

// How the outcome of a run is found and grouped.
OutcomeOptions addOutcomeOptions(CLI::App& command, Options& options, OutcomeWords& words);
// The same with what only `suspects` takes: labels, further ways to group, and numbers without groups.
void addSuspectOptions(CLI::App& command, Options& options, OutcomeWords& words);

// Throws CLI::ValidationError for a match or a threshold that is none.
void understandOutcomeWords(Options& options, const OutcomeWords& words);

}  // namespace flipscope::cli
