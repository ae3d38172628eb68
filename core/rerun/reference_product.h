#pragma once

#include "core/rerun/precision_model.h"
#include "core/rerun/rerun_problem.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace flipscope {

// What a candidate's output is measured against. Both m·n, row-major.
struct ReferenceProduct {
    std::vector<double> product;    // A·B
    std::vector<double> magnitude;  // |A|·|B|
};

// A·B and |A|·|B| of the operands as `model` takes them. Every product of two f32 values is exact in float64 (48 bits);
// the sum is one float64 accumulator an element, k ascending, never fused: the same bits on every machine and with any
// number of threads. Its error is at most γ_(k-1)(2^-53)·(|A||B|), 2^-29 of what the f32 bound allows, hence neglected
// (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., (3.5)).
//
// Cost: m·n·k multiplications and twice as many additions, 1.5 to 2 GMAC/s a core with SSE2 (2048³: 4 to 6 s of
// processor time), a third of that for outputs of at most 32 columns; 16·m·n bytes for the result, 4·(m + n)·k for the
// rounded operands, 128 KiB a thread. Computed once for a key, model and set of inputs, shared by all its candidates.
// threads 0: as many as the processor runs. goesOn: called between two steps of the work, by several threads at once;
// may be empty. Null when stopped. Precondition: operands have m·k and k·n elements.
[[nodiscard]] std::optional<ReferenceProduct> referenceProduct(const RerunProblem& problem, const Operands& operands,
                                                               PrecisionModel model, const std::stop_token& stop = {},
                                                               unsigned threads = 0,
                                                               const std::function<void()>& goesOn = {});

}  // namespace flipscope
