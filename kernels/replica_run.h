#pragma once

#include "core/rerun/output_errors.h"
#include "core/rerun/steady_progress.h"
#include "core/rerun/worker_backend.h"
#include "kernels/clock_watch.h"
#include "kernels/device_errors.h"
#include "kernels/replica_launches.h"
#include "kernels/replica_operands.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace flipscope {

// How a candidate is launched; without a launch, its result says why not.
using LaunchOf = std::function<std::optional<Launch>(RerunResult&, const DeviceMatmul&)>;

// The candidates of one request on the current device: launched one after another, measured, and timed in turn. A
// candidate that fails costs itself, as long as the device goes on (deviceIsSound). One thread uses it.
class ReplicaRun {
public:
    // All but the operands and launchOf must outlive it. inputs, errors: the operands' values and what the outputs are
    // measured against.
    ReplicaRun(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop, ReplicaOperands operands,
               LaunchOf launchOf, const Operands& inputs, DeviceErrors& errors, const ClockWatch& clock);

    // Gives one result a candidate, fewer once stop was requested. An Error when the device is of no use any more: all
    // that was found out before is given then, and the candidate whose launch it was last, as failed.
    [[nodiscard]] std::optional<Error> run();

private:
    struct Held {
        RerunResult result;
        Launch launch;
    };

    [[nodiscard]] std::optional<Error> runAll();
    [[nodiscard]] std::optional<Error> runCandidate(const RerunCandidate& candidate);
    [[nodiscard]] std::optional<Error> lookAtOutput(RerunResult& result);
    [[nodiscard]] std::optional<Error> takePatterns(RerunResult& result) const;
    [[nodiscard]] std::optional<Error> timeHeld();
    void giveHeld();

    const RerunRequest& m_request;
    const RunSink& m_sink;
    const std::stop_token& m_stop;
    ReplicaOperands m_operands;
    LaunchOf m_launchOf;
    const Operands& m_inputs;
    const ClockWatch& m_clock;
    SteadyProgress m_progress;
    std::function<void()> m_goesOn;
    std::optional<DeviceBuffer> m_output;  // of the present candidate's first launch
    OutputErrors m_errors;
    std::vector<Held> m_held;  // results that wait for their times
};

}  // namespace flipscope
