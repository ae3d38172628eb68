#pragma once

#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_plan.h"

#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// One re-run as it is ordered: what, in which worker, on which of its devices, how often.
struct RerunOrder {
    RerunTarget target;
    ChildCommand worker;
    std::string device;              // its name in the worker's hello; empty: the first
    std::string deviceId;            // its id there, which goes before the name; empty: by name
    std::optional<Card> generation;  // of an emulated card
    RerunPlan plan;                  // its device is the one above
    WorkerLimits limits;
};

// Starts the worker and runs the order. Blocks; listener calls come on this thread. A worker that fails is said in the
// report, with what it gave before; an Error only when none could be started or it has not the device.
[[nodiscard]] Result<KeptRerun> runOrder(const RerunOrder& order, const WorkerListener& listener,
                                         const std::stop_token& stop);

}  // namespace flipscope
