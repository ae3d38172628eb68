#pragma once

#include "app/flipscope-cli/driving.h"
#include "app/flipscope-cli/options.h"
#include "core/drive/forced_trial.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope::cli {

// The runs under these paths.
[[nodiscard]] Result<Dataset> loadGiven(const std::vector<std::string>& paths, const std::stop_token& stop);
// Those of the dataset that lie under one of the paths.
[[nodiscard]] std::vector<RunIndex> runsUnder(const Dataset& dataset, const std::vector<std::string>& paths);

// How the options tell the outcome of a run; wholeOutput when they say nothing.
[[nodiscard]] Result<OutcomeReading> outcomeReading(const Options& options);

// Program, folder and reading of the outcome for trials; the base database is still missing.
[[nodiscard]] Result<TrialSettings> trialSettings(const Options& options);

// The same with a base database. Where none of the runs, the first ones preferred, has one, the program is run once to
// get it: an Error says what is missing when that gives none.
[[nodiscard]] Result<TrialSettings> withBaseDatabase(TrialSettings settings, const Dataset& dataset,
                                                     const std::vector<RunIndex>& runs, StatusLine& line,
                                                     const std::stop_token& stop);

}  // namespace flipscope::cli
