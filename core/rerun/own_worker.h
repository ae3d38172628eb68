#pragma once

#include "core/process/child_process.h"

#include <string>

namespace flipscope {

// The worker that is installed beside the running program; its bare name where that cannot be told.
[[nodiscard]] std::string ownWorker();

// How a worker of ours is started. backend: "emulate" or "cuda"; cardFile: a card beside those that are built in, may
// be empty.
[[nodiscard]] ChildCommand ownWorkerCommand(const std::string& worker, const std::string& backend,
                                            const std::string& cardFile);

}  // namespace flipscope
