#pragma once

#include "core/rerun/rerun_problem.h"

#include <string>

namespace flipscope {

// A problem as people read it; the same words everywhere. Pure; any thread.

// "512×1024×128": m, n, k.
[[nodiscard]] std::string sizesInWords(const RerunProblem& problem);
// "f32 lhsᵀ rhsᵀ": the element type, and which operands are transposed.
[[nodiscard]] std::string layoutInWords(const RerunProblem& problem);
// "512×1024×128 f32 rhsᵀ": both.
[[nodiscard]] std::string problemInWords(const RerunProblem& problem);

}  // namespace flipscope
