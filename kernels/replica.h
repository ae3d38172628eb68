#pragma once

#include "core/analyse/candidate_family.h"
#include "core/analyse/class_rules.h"
#include "kernels/device_matmul.h"

namespace flipscope {

// Launches the replica of a candidate: the class says how it adds up, the family which instruction and loader it feeds
// it with. A replica reproduces the candidate's bits; its time is not the candidate's.
[[nodiscard]] LaunchAnswer launchReplica(const CandidateFamily& family, const ClassCode& code,
                                         const DeviceMatmul& matmul, cudaStream_t stream);

}  // namespace flipscope
