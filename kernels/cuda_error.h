#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>

#include <cuda_runtime_api.h>

namespace flipscope {

// Nothing when the call went well, else "<call> failed: <name>, <what CUDA says>".
[[nodiscard]] inline std::optional<Error> failureOf(cudaError_t status, const char* call) {
    if (status == cudaSuccess) return std::nullopt;
    return Error{std::string(call) + " failed: " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status)};
}

}  // namespace flipscope
