#pragma once

#include "core/rerun/worker_backend.h"
#include "core/rerun/worker_client.h"

#include <functional>
#include <stop_token>

namespace flipscope {

// Runs one request and waits for its answers.
using RequestRunner = std::function<WorkerClient::Answers(const RerunRequest&)>;

// In a worker process, and by a back end in this one. What is passed outlives the runner; one thread calls it.
[[nodiscard]] RequestRunner runnerOf(WorkerClient& worker, const std::stop_token& stop);
[[nodiscard]] RequestRunner runnerOf(WorkerBackend& backend, const std::stop_token& stop);

}  // namespace flipscope
