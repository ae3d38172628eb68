#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_result.h"
#include "kernels/clock_watch.h"
#include "kernels/replica_launches.h"

#include <stop_token>
#include <vector>

namespace flipscope {

// Times launches in turn: each round launches every one once, in a new seeded order, between two events. `flushCache`:
// the second-level cache is overwritten before each. One summary a launch, none when stopped before the first round was
// over. Times of replicas are of our kernels, never of the candidates that they stand for. The clock is read while each
// launch runs.
[[nodiscard]] Result<std::vector<TimingSummary>> timeReplicas(const std::vector<Launch>& launches,
                                                              const DeviceMatmul& matmul, unsigned samples,
                                                              bool flushCache, const ClockWatch& clock,
                                                              const std::stop_token& stop);

}  // namespace flipscope
