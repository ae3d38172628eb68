#pragma once

#include "core/drive/forced_trial.h"
#include "core/drive/trial_claim.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// The words of a program that judges trials. It runs in a trial's folder, so that a path to it is made absolute from
// `from`, where the user stands (empty: the working folder of this process). limitSeconds: of the test; 0: none. An
// Error: an open quote, no word at all.
[[nodiscard]] Result<OutcomeReading> readingByTest(const std::string& line, const std::string& from,
                                                   double limitSeconds = 0);

// Trials do not go into a run that they are made from: that one of these paths in which the folder lies, or null.
[[nodiscard]] std::optional<std::string> pathAround(const std::string& folder, const std::vector<std::string>& paths);

// Folders and archives that the run was read from.
[[nodiscard]] std::vector<std::string> placesOf(const Run& run);

// Settings without a base database. A program that keeps its folder and has no decision log there is asked for its
// human log. An Error: its configuration cannot be understood.
[[nodiscard]] Result<TrialSettings> setUpTrials(DrivenProgram program, std::string folder, OutcomeReading reading);

// Finds settings.baseDatabase: that of the first of these runs that has one; where none has, that of the run which was
// made for the trials that the folder holds already, or else `recording` is called and the program is run once to get
// one. Null when there is one now, else the run that left none. claim: of settings.folder, taken for the trials that
// follow; what was found is added to its remarks. Cancelled: stopped. Thread rule: any thread, one call at a time for a
// claim; recording is called on it.
[[nodiscard]] Result<std::optional<RecordedRun>> findBaseDatabase(TrialSettings& settings, TrialClaim& claim,
                                                                  const Dataset& dataset,
                                                                  const std::vector<RunIndex>& runs,
                                                                  const std::function<void()>& recording,
                                                                  const std::stop_token& stop);

}  // namespace flipscope
