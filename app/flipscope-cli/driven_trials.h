#pragma once

#include "app/flipscope-cli/driving.h"
#include "app/flipscope-cli/options.h"
#include "core/drive/forced_trial.h"
#include "core/drive/trial_claim.h"
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

// The same with a base database (see findBaseDatabase). An Error says what is missing when there is none.
[[nodiscard]] Result<TrialSettings> withBaseDatabase(TrialSettings settings, TrialClaim& claim, const Dataset& dataset,
                                                     const std::vector<RunIndex>& runs, StatusLine& line,
                                                     const std::stop_token& stop);

}  // namespace flipscope::cli
