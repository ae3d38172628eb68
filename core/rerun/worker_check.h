#pragma once

#include "core/rerun/worker_client.h"

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// One thing that a worker must do by docs/worker-protocol.md, and whether it did.
struct WorkerCheck {
    enum class Outcome : std::uint8_t { passed, failed, skipped };
    std::string what;
    Outcome outcome = Outcome::passed;
    std::string remark;  // why it failed or was skipped; else what was seen
};

// Tries a worker out: hello, a request, the same bits twice, other bits for other seeds, given operands, members and
// messages it does not know, a line that is no message, quit. `candidates`: names that it can run; without any, the
// checks that need a result are skipped, as they are where it refuses them all. `problem`: one that it can run.
// `device`: id of the one to run on; empty: the first. That it obeys cancel and placement is not tried. Later checks
// are left out when the worker cannot go on. Blocks for as long as the limits allow.
[[nodiscard]] std::vector<WorkerCheck> checkWorker(const ChildCommand& command, const RerunProblem& problem,
                                                   const std::vector<std::string>& candidates,
                                                   const std::string& device, const WorkerLimits& limits,
                                                   const std::stop_token& stop);

}  // namespace flipscope
