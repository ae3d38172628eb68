#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_result.h"
#include "kernels/device_matmul.h"
#include "kernels/replica_operands.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace flipscope {

using Launch = std::function<LaunchAnswer(const DeviceMatmul&)>;

// Launches a kernel `repeats` times into an output filled with NaN and with a pattern in turn, and writes to `result`
// what became of it: status, checksum, patterns (of the first launch), repeats, comparedRepeats, differentRepeats,
// dependsOnFill, unwritten, guardBytesChanged. Returns
// an Error when CUDA failed: result.status is failed then, and the device may be of no use any more.
[[nodiscard]] std::optional<Error> launchRepeatedly(const Launch& launch, ReplicaOperands& operands, unsigned repeats,
                                                    const std::stop_token& stop, RerunResult& result);

}  // namespace flipscope
