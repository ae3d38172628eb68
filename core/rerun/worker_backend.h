#pragma once

#include "core/model/result.h"
#include "core/rerun/worker_messages.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// Where a back end puts what it finds out, as soon as it knows. Both are always set. One thread at a time calls them;
// that of progress may be one of the back end's.
struct RunSink {
    std::function<void(RerunResult)> result;
    // done: candidates before the one that runs; text: its name. Also again and again while it runs.
    std::function<void(std::size_t done, const std::string& text)> progress;
};

// What runs candidates inside a worker. One thread calls; each call blocks until it is done.
class WorkerBackend {
public:
    WorkerBackend() = default;
    WorkerBackend(const WorkerBackend&) = delete;
    WorkerBackend& operator=(const WorkerBackend&) = delete;
    virtual ~WorkerBackend() = default;

    [[nodiscard]] virtual WorkerHello hello() = 0;
    // One result a candidate; fewer once stop was requested. An Error when the request as a whole cannot be run.
    [[nodiscard]] virtual std::optional<Error> run(const RerunRequest& request, const RunSink& sink,
                                                   const std::stop_token& stop) = 0;
    // True once nothing more can be run in this process, as after a sticky error of the GPU. Asked after each run,
    // whose Error says why: the worker ends.
    [[nodiscard]] virtual bool isLost() const { return false; }
};

}  // namespace flipscope
