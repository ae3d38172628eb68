#pragma once

#include "core/rerun/worker_backend.h"

#include <memory>

namespace flipscope {

// Runs the replicas of candidates on the GPUs of this machine. Without a GPU or a driver its hello has no device and
// says why.
[[nodiscard]] std::unique_ptr<WorkerBackend> makeCudaBackend();

}  // namespace flipscope
