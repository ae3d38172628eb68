#pragma once

#include "app/flipscope-cli/options.h"
#include "core/analyse/outcomes.h"
#include "core/model/dataset.h"
#include "core/model/result.h"
#include "core/report/documents.h"

#include <stop_token>
#include <vector>

namespace flipscope::cli {

// The outcome asked for, or the best of those found.
struct ChosenOutcome {
    Outcome outcome;
    std::vector<FoundOutcome> found;  // empty when the user named one
};

// By the options, else the best found in the output. Rows of a label file that say nothing are added to the problems of
// the dataset.
[[nodiscard]] Result<ChosenOutcome> chooseOutcome(const Options& options, Dataset& dataset,
                                                  const std::vector<RunIndex>& runs, const std::stop_token& stop);

// The options as the user would type them again.
[[nodiscard]] DocumentOptions documentOptions(const Options& options);

}  // namespace flipscope::cli
