#pragma once

#include "kernels/cuda_error.h"

#include <array>
#include <cstddef>
#include <utility>

#include <cuda_runtime_api.h>

namespace flipscope {

// A few counters in device memory, zero at first, for kernels to add to. Frees itself.
template <std::size_t count>
class DeviceCounters {
public:
    using Values = std::array<unsigned long long, count>;

    DeviceCounters() : m_failure(failureOf(cudaMalloc(&m_place, sizeof(Values)), "cudaMalloc of counters")) {
        if (!m_failure) m_failure = failureOf(cudaMemset(m_place, 0, sizeof(Values)), "cudaMemset of counters");
    }
    DeviceCounters(const DeviceCounters&) = delete;
    DeviceCounters& operator=(const DeviceCounters&) = delete;
    ~DeviceCounters() { cudaFree(m_place); }

    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }
    [[nodiscard]] unsigned long long* place() const { return static_cast<unsigned long long*>(m_place); }
    // Waits for the device; the error may be of a kernel before.
    [[nodiscard]] Result<Values> values() const {
        Values values{};
        if (auto failure = failureOf(cudaMemcpy(values.data(), m_place, sizeof values, cudaMemcpyDeviceToHost),
                                     "cudaMemcpy of counters"))
            return std::move(*failure);
        return values;
    }

private:
    void* m_place = nullptr;
    std::optional<Error> m_failure;
};

}  // namespace flipscope
