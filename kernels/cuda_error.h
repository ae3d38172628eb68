#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>

#include <cuda_runtime_api.h>

namespace flipscope {

// Nothing when the call went well, else "<call> failed: <name>, <what CUDA says>". The runtime remembers a failure
// until it is asked for: it is forgotten here, so that the next launch is not taken for the one that failed.
[[nodiscard]] inline std::optional<Error> failureOf(cudaError_t status, const char* call) {
    if (status == cudaSuccess) return std::nullopt;
    (void)cudaGetLastError();
    return Error{std::string(call) + " failed: " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status)};
}

// Whether work can go on in this process after a failure. A sticky error, such as that of a kernel that trapped, comes
// from every call until the process ends. Waits for the device.
[[nodiscard]] inline bool deviceIsSound() {
    (void)cudaGetLastError();
    return cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess;
}

}  // namespace flipscope
