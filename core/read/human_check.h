#pragma once

#include "core/model/run.h"
#include "core/read/database_match.h"
#include "core/read/human_log.h"
#include "core/read/intern_pool.h"

#include <string>
#include <vector>

namespace flipscope {

// A human log beside a decision log of the same process is not a second run but a second witness.
struct HumanCheck {
    std::vector<WinnerDisagreement> disagreements;
    bool ofOtherProcess = false;  // it holds decisions, and none has the numbers of a decision of the log
    std::size_t foundLater = 0;   // keys found in a database behind its last decision: by a later process
    std::size_t foundBefore = 0;  // keys found in a database before, not among the decisions: by this process
};

// Decisions are compared where the medians are the same. isSource: the decisions of `processes` are this log's own, so
// there is nothing to compare.
[[nodiscard]] HumanCheck checkHumanLog(const std::vector<Run>& processes, const ParsedHumanLog& log,
                                       const std::string& path, bool isSource, const InternPool& pool);

}  // namespace flipscope
