#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/drive/run_record.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What `collect` and `bisect` noted beside a run (run.json): of each matrix column; null where there is none.
[[nodiscard]] std::vector<std::optional<RunRecord>> recordsOfRuns(const Dataset& dataset, const WinnerMatrix& matrix);
// Those of the trials in the folder of a bisection.
[[nodiscard]] std::vector<RunRecord> recordsOfTrials(const std::string& folder);

// Users, hosts and folders of this machine, and those that the records name. paths: as the user gave them. Thread rule:
// any thread.
[[nodiscard]] PrivateFacts privateFacts(const Dataset& dataset, const std::vector<std::string>& paths,
                                        const std::vector<RunRecord>& records);

}  // namespace flipscope
