#include "core/rerun/rerun_order.h"

#include "core/rerun/device_choice.h"

#include <utility>

namespace flipscope {

Result<KeptRerun> runOrder(const RerunOrder& order, const WorkerListener& listener, const std::stop_token& stop) {
    RerunPlan plan = order.plan;
    plan.device = order.deviceId;
    plan.deviceName = order.deviceId.empty() ? order.device : std::string();
    RerunReport report = runRequests(order.worker, requestsOf(plan), order.limits, listener, stop);
    if (!report.hello && report.stopped) return Cancelled{};
    if (!report.hello) return Error{report.failure};
    const Result<WorkerDevice> device = chosenDevice(*report.hello, order.deviceId, order.device);
    if (!device) return Error{device.errorMessage()};
    KeptRerun kept;
    kept.subject = order.target.subject;
    kept.label = order.target.label;
    kept.keyId = order.target.keyId;
    kept.winners = order.target.winners;
    kept.device = device.value().name;
    kept.generation = order.generation;
    kept.report = std::move(report);
    return kept;
}

}  // namespace flipscope
