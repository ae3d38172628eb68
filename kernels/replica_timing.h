#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_result.h"
#include "kernels/clock_watch.h"
#include "kernels/replica_launches.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace flipscope {

// What came of timing launches.
struct ReplicaTimes {
    std::vector<TimingSummary> summaries;  // one a launch; none when it failed, or was stopped in the first round
    std::optional<Error> failure;
    std::optional<std::size_t> failedLaunch;  // the one that failed, where it was a launch
};

// Times launches in turn: each round launches every one once, in a new seeded order, between two events. `flushCache`:
// the second-level cache is overwritten before each. When stopped, the rounds that are over count. goesOn is called
// between launches; may be empty. Times of replicas are of our kernels, never of the candidates that they stand for.
// The clock is read while each launch runs.
[[nodiscard]] ReplicaTimes timeReplicas(const std::vector<Launch>& launches, const DeviceMatmul& matmul,
                                        unsigned samples, bool flushCache, const ClockWatch& clock,
                                        const std::stop_token& stop, const std::function<void()>& goesOn = {});

}  // namespace flipscope
