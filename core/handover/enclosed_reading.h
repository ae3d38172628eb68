#pragma once

#include "core/analyse/analysis.h"
#include "core/handover/enclosed_runs.h"
#include "core/handover/handover_document.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// Enclosed runs as anyone reads them.
struct ReadEnclosed {
    Dataset dataset;  // its files are named as from inside the report
    Analysis analysis;
    std::optional<EnclosedOutcome> outcome;
};

// Loads and analyses the runs that were written below the folder. outcomesLookedAt: before this outcome was taken. An
// Error says what cannot be read again. Cancelled when stop was requested. Thread rule: any thread.
[[nodiscard]] Result<ReadEnclosed> readEnclosed(const std::string& folder, const EnclosedRuns& enclosed,
                                                const ClassAssumptions& assumptions, std::size_t outcomesLookedAt,
                                                const std::stop_token& stop);

}  // namespace flipscope
