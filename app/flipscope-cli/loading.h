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

// Reads options.paths (progress on standard error when it takes long and that is a terminal) and analyses the runs
// asked for.
[[nodiscard]] Result<Loaded> loadAndAnalyse(const Options& options, const std::stop_token& stop);

// The paths as the user would type them again; "PATHS" when that is long.
[[nodiscard]] std::string pathsForCommands(const Options& options);

}  // namespace flipscope::cli
