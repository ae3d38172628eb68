#pragma once

#include "core/rerun/probe_reader.h"
#include "core/rerun/tensor_core.h"

namespace flipscope {

// Whether a device computes further products as the model with these numbers predicts: cuts of either sign and several
// sizes, of products and of the accumulator, the order inside a group, products that are not normalised, sums on both
// sides of each tie, and random products, most of which cancel. They contradict other arithmetics (tst_calibration
// names some). False where they do not fit or could not be run: the reader has the reason.
[[nodiscard]] bool controlsFit(ProbeReader& reader, const TensorCoreSum& core);

}  // namespace flipscope
