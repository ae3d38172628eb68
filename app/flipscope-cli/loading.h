#pragma once

#include "app/flipscope-cli/options.h"
#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <stop_token>
#include <string>

namespace flipscope::cli {

struct Loaded {
    Dataset dataset;
    Analysis analysis;
};

// Reads options.paths (those that do not exist are named on standard error first, progress on standard error when it
// takes long and that is a terminal) and analyses the runs asked for.
[[nodiscard]] Result<Loaded> loadAndAnalyse(const Options& options, const std::stop_token& stop);

// The paths and the options that say which runs are looked at and how, as the user would type them again; "PATHS" for
// paths that are long. allRuns: without the choice of runs.
[[nodiscard]] std::string inputForCommands(const Options& options, bool allRuns = false);

}  // namespace flipscope::cli
