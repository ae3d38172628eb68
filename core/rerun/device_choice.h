#pragma once

#include "core/model/result.h"
#include "core/rerun/worker_messages.h"

#include <string>

namespace flipscope {

// The device of a worker that is meant: the one of that id; without an id the one of that name (see findDevice);
// without either the first. An Error names the devices that it has instead, or says, with the worker's own notes, that
// it has none. Its text is not printable. Pure; any thread.
[[nodiscard]] Result<WorkerDevice> chosenDevice(const WorkerHello& hello, const std::string& id,
                                                const std::string& name);

}  // namespace flipscope
