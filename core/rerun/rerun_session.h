#pragma once

#include "core/rerun/candidate_classes.h"
#include "core/rerun/worker_client.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What became of a list of requests. There is one result for each candidate of each request: what no worker answered is
// there with the reason.
struct RerunReport {
    // Of the first worker that said it. Its notes go on with what was noted about the workers: results left out, errors
    // that name no request, and the last lines of standard error of the worker that was there at the end.
    std::optional<WorkerHello> hello;
    std::vector<RerunRound> rounds;  // a request each, results in the order of its candidates
    unsigned workersLost = 0;        // ended before they were done, or were silent
    std::string failure;             // why no worker could be started (any more) or has a device, else empty
    bool stopped = false;
};

// Runs requests one after another in a worker. A worker that is lost or silent costs the candidate that was running, if
// any: another one is started for the rest, until kMostLossesInARow ended without a result. A candidate that cost
// kMostLossesOfOne workers is left out of further requests. Blocks; listener calls come on this thread.
[[nodiscard]] RerunReport runRequests(const ChildCommand& worker, const std::vector<RerunRequest>& requests,
                                      const WorkerLimits& limits, const WorkerListener& listener,
                                      const std::stop_token& stop);

inline constexpr unsigned kMostLossesInARow = 3;
inline constexpr unsigned kMostLossesOfOne = 2;

}  // namespace flipscope
