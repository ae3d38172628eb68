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
// what became of it: status, checksum (of the first launch), repeats, comparedRepeats, differentRepeats, gridFilled,
// dependsOnFill, unwritten, guardBytesChanged. The first launch of each fill has the device for itself, those that are
// compared with it run while every multiprocessor is kept busy (BusyCard). Where the bits of the two fills differ, both
// fills are launched into again, however few launches were asked for: only then the fill can be told from bits that
// change by themselves. goesOn is called between launches; may be empty. firstOutput, where it is not null, gets the
// output of the first launch, dense. Returns an Error when CUDA failed: result.status is failed then, and the device
// may be of no use any more (deviceIsSound).
[[nodiscard]] std::optional<Error> launchRepeatedly(const Launch& launch, ReplicaOperands& operands, unsigned repeats,
                                                    const std::stop_token& stop, RerunResult& result,
                                                    std::optional<DeviceBuffer>* firstOutput = nullptr,
                                                    const std::function<void()>& goesOn = {});

}  // namespace flipscope
