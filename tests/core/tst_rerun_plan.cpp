#include "core/rerun/rerun_plan.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("each input is a request of its own with other seeds; only the first is timed") {
    RerunPlan plan;
    plan.problem = {4, 5, 6, ElementType::f16, true};
    plan.candidates = {{CandidateIndex{3}, "a"}};
    plan.device.assign(1, '2');
    plan.inputs = 3;
    plan.repeats = 7;
    plan.timingSamples = 11;
    const auto requests = requestsOf(plan);
    REQUIRE(requests.size() == 3);
    CHECK(requests[0].id == "1");
    CHECK(requests[2].id == "3");
    CHECK(requests[0].lhsSeed == kLhsSeed);
    CHECK(requests[0].rhsSeed == kRhsSeed);
    CHECK(requests[1].lhsSeed == 3);
    CHECK(requests[2].rhsSeed == 6);
    CHECK(requests[0].timingSamples == 11);
    CHECK(requests[1].timingSamples == 0);
    for (const RerunRequest& request : requests) {
        CHECK(request.device == "2");
        CHECK(request.repeats == 7);
        CHECK(request.candidates == plan.candidates);
        CHECK(request.problem.k == 6);
    }
}
