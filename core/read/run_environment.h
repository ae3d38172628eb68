#pragma once

#include "core/model/run.h"

#include <map>
#include <string>
#include <vector>

namespace flipscope {

// What a run's own data say about its surroundings, name -> value as shown. Only what is known is there:
// "producer" (cubecl version), "device", "os", "arch" from the database; from the bounds of the decisions "compute
// peak" and "memory peak" (the largest measured, per second), "launch overhead" (median) and "autotune level
// threshold". Measured values keep three digits, so that runs differ where the measurement did.
[[nodiscard]] std::map<std::string, std::string> describeEnvironment(const Run& run, const std::string& device,
                                                                     const std::string& producerVersion);

// "61.8 T" for 6.179e13: three significant digits with an SI prefix, k to E.
[[nodiscard]] std::string withSiPrefix(double value);

}  // namespace flipscope
