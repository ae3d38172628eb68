#pragma once

#include "core/model/result.h"
#include "core/model/tuning_key.h"
#include "core/rerun/rerun_problem.h"

namespace flipscope {

// The problem that a re-run of a key's candidates takes: the key's sizes, which stand for a whole bucket of shapes, in
// dense rows. No key holds its batches: one product of them is taken. An Error says in words why the key cannot be
// re-run: no plain matmul, operands of types that are not replicated or of layouts that the key does not describe, or
// sizes too large.
[[nodiscard]] Result<RerunProblem> problemOfKey(const TuningKey& key);

}  // namespace flipscope
