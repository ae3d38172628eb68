#pragma once

#include "core/rerun/rerun_request.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// How often a problem is tried, with which inputs.
struct RerunPlan {
    RerunProblem problem;
    std::vector<RerunCandidate> candidates;
    CodeGenerator codeGenerator = CodeGenerator::cudaCpp;
    std::string device;  // of the worker
    std::string keyJson;
    std::size_t inputs = 1;  // pairs of seeds: 1 and 2, 3 and 4, …
    unsigned repeats = 3;
    unsigned timingSamples = 0;  // of the first request only: times do not hang on the inputs
};

// A request each for the inputs of the plan, with the ids "1", "2", ….
[[nodiscard]] std::vector<RerunRequest> requestsOf(const RerunPlan& plan);

}  // namespace flipscope
