#include "core/rerun/rerun_plan.h"

#include <string>

namespace flipscope {

std::vector<RerunRequest> requestsOf(const RerunPlan& plan) {
    std::vector<RerunRequest> requests;
    for (std::size_t i = 0; i < plan.inputs; ++i) {
        RerunRequest& request = requests.emplace_back();
        request.id = std::to_string(i + 1);
        request.device = plan.device;
        request.problem = plan.problem;
        request.codeGenerator = plan.codeGenerator;
        request.keyJson = plan.keyJson;
        request.candidates = plan.candidates;
        request.lhsSeed = kLhsSeed + 2 * i;
        request.rhsSeed = kRhsSeed + 2 * i;
        request.repeats = plan.repeats;
        request.timingSamples = i == 0 ? plan.timingSamples : 0;
    }
    return requests;
}

}  // namespace flipscope
