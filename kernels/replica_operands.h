#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_request.h"
#include "kernels/device_buffer.h"
#include "kernels/device_matmul.h"

namespace flipscope {

// The buffers of one request on the device: operands filled with their given or seeded values, and an output to fill
// and launch into, laid out as the request says. Lives as long as the request.
class ReplicaOperands {
public:
    [[nodiscard]] static Result<ReplicaOperands> make(const RerunRequest& request);

    [[nodiscard]] const DeviceMatmul& matmul() const { return m_matmul; }
    [[nodiscard]] std::size_t elementBytes() const { return m_elementBytes; }
    [[nodiscard]] DeviceBuffer& out() { return m_out; }
    // Bytes changed around the operands and the output.
    [[nodiscard]] Result<std::size_t> changedGuardBytes() const;

private:
    ReplicaOperands(DeviceBuffer lhs, DeviceBuffer rhs, DeviceBuffer out)
        : m_lhs(std::move(lhs)), m_rhs(std::move(rhs)), m_out(std::move(out)) {}

    DeviceBuffer m_lhs, m_rhs, m_out;
    DeviceMatmul m_matmul;
    std::size_t m_elementBytes = 4;
};

}  // namespace flipscope
