#pragma once

#include "core/analyse/class_rules.h"
#include "core/rerun/rerun_problem.h"

#include <span>

namespace flipscope::test {

// d = c + Σ a·b as the tensor-core model says, over exact numbers. smallestExponent: of an operand.
float referenceTensorCoreSum(const TensorCore& core, unsigned group, int smallestExponent, float c,
                             std::span<const float> a, std::span<const float> b);

// Output element of a class, written down from the table of the classes, over exact numbers and without any of the
// emulator's code. a: the row, b: the column, as the kernel has loaded them (rounded to TF32). The f32 sum, before it
// is rounded to the output's type.
float referenceSum(const ClassCode& code, const RerunProblem& problem, const TensorCore& core, std::size_t column,
                   std::span<const float> a, std::span<const float> b);

}  // namespace flipscope::test
