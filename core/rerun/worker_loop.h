#pragma once

#include "core/rerun/worker_backend.h"

#include <istream>
#include <ostream>

namespace flipscope {

// Speaks the worker's side of docs/worker-protocol.md until `quit`, which stops what runs, or until the input ends,
// after the requests that came before. Requests run one after another on a thread of their own, so that a cancel can
// overtake. A line that cannot be read is answered with an error. `version` is the program's, for hello. Returns the
// exit status of the worker.
[[nodiscard]] int runWorker(std::istream& input, std::ostream& output, WorkerBackend& backend,
                            const std::string& version);

}  // namespace flipscope
