#include "core/rerun/rerun_order.h"

#include <algorithm>
#include <utility>

namespace flipscope {

const WorkerDevice* findDevice(const WorkerHello& hello, const std::string& name) {
    if (name.empty()) return hello.devices.empty() ? nullptr : &hello.devices.front();
    const auto found = std::find_if(hello.devices.rbegin(), hello.devices.rend(),
                                    [&](const WorkerDevice& device) { return device.name == name; });
    return found == hello.devices.rend() ? nullptr : &*found;
}

Result<KeptRerun> runOrder(const RerunOrder& order, const WorkerListener& listener, const std::stop_token& stop) {
    RerunPlan plan = order.plan;
    plan.deviceName = order.device;
    RerunReport report = runRequests(order.worker, requestsOf(plan), order.limits, listener, stop);
    if (!report.hello && report.stopped) return Cancelled{};
    if (!report.hello) return Error{report.failure};
    const WorkerDevice* device = findDevice(*report.hello, order.device);
    if (device == nullptr) {
        std::string notes;
        for (const std::string& note : report.hello->notes)
            notes += "; " + note;
        return Error{(order.device.empty() ? "the worker offers no device"
                                           : "the worker offers no device called “" + order.device + "”") +
                     notes};
    }
    KeptRerun kept;
    kept.subject = order.target.subject;
    kept.label = order.target.label;
    kept.keyId = order.target.keyId;
    kept.winners = order.target.winners;
    kept.device = device->name;
    kept.generation = order.generation;
    kept.report = std::move(report);
    return kept;
}

}  // namespace flipscope
