#pragma once

#include "core/rerun/worker_backend.h"

#include <functional>
#include <istream>
#include <ostream>
#include <string>

namespace flipscope {

// Speaks the worker's side of docs/worker-protocol.md until `quit`, which stops what runs, or until the input ends,
// after the requests that came before. Requests run one after another on a thread of their own, so that a cancel can
// overtake. A line that cannot be read is answered with an error. `version` is the program's, for hello. A back end
// that is lost answers nothing any more: the request that it was lost in gets no `done`, and `lost` is called with the
// reason on the requests' thread, once all results are written; it should end the program, for the reading of the input
// cannot be interrupted. Returns the exit status of the worker.
[[nodiscard]] int runWorker(std::istream& input, std::ostream& output, WorkerBackend& backend,
                            const std::string& version,
                            const std::function<void(const std::string& because)>& lost = {});

}  // namespace flipscope
