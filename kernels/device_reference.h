#pragma once

#include "core/model/result.h"
#include "core/rerun/reference_product.h"
#include "kernels/device_buffer.h"

namespace flipscope {

// The parts of a ReferenceProduct in device memory: m·n numbers of float64 each.
struct DeviceReference {
    DeviceBuffer product, magnitude;
};

// As referenceProduct of core/rerun, computed on the current device: the same bits, since every product of two f32
// values is exact in float64 and the sums are taken in the same order. Memory: 16·m·n bytes, and the operands
// meanwhile. Waits for the device; any thread.
[[nodiscard]] Result<DeviceReference> referenceOnDevice(const RerunProblem& problem, const Operands& operands,
                                                        PrecisionModel model);

}  // namespace flipscope
