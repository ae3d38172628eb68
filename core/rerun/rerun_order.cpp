#include "core/rerun/rerun_order.h"

#include <algorithm>
#include <tuple>

namespace flipscope {

const WorkerDevice* findDevice(const WorkerHello& hello, const std::string& name) {
    const auto found = std::find_if(hello.devices.begin(), hello.devices.end(),
                                    [&](const WorkerDevice& device) { return name.empty() || device.name == name; });
    return found == hello.devices.end() ? nullptr : &*found;
}

Result<KeptRerun> runOrder(const RerunOrder& order, const WorkerListener& listener, const std::stop_token& stop) {
    // Devices are named by ids of the worker's own, which only its hello tells.
    auto asked = WorkerClient::start(order.worker, order.limits, stop);
    if (asked.cancelled()) return Cancelled{};
    if (!asked) return Error{asked.errorMessage()};
    const WorkerDevice* device = findDevice(asked.value().hello(), order.device);
    if (device == nullptr) {
        std::string notes;
        for (const std::string& note : asked.value().hello().notes)
            notes += "; " + note;
        return Error{(order.device.empty() ? "the worker offers no device"
                                           : "the worker offers no device called “" + order.device + "”") +
                     notes};
    }
    RerunPlan plan = order.plan;
    plan.device = device->id;
    KeptRerun kept{order.target.subject, order.target.label, order.target.winners, device->name, order.generation, {}};
    std::ignore = asked.value().quit();
    kept.report = runRequests(order.worker, requestsOf(plan), order.limits, listener, stop);
    return kept;
}

}  // namespace flipscope
