#pragma once

#include "core/model/result.h"
#include "core/rerun/reference_product.h"

namespace flipscope {

// As referenceProduct of core/rerun, computed on the current device: the same bits, since every product of two f32
// values is exact in float64 and the sums are taken in the same order. Memory: 16·m·n bytes and the operands, there and
// here. Waits for the device; any thread.
[[nodiscard]] Result<ReferenceProduct> deviceReference(const RerunProblem& problem, const Operands& operands,
                                                       PrecisionModel model);

}  // namespace flipscope
