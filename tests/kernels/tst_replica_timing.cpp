#include "kernels/replica_timing.h"
#include "tests/kernels/replica_run_fixture.h"

#include <memory>

using namespace flipscope;
using namespace flipscope::test;

namespace {

const Launch kGood = brokenLaunch(Fault::none);

ReplicaOperands operandsOfTest() {
    RerunRequest request;
    request.problem = {96, 80, 64, ElementType::f32, false};
    auto operands = ReplicaOperands::make(request);
    REQUIRE_MESSAGE(operands, operands.errorMessage());
    return std::move(operands).value();
}

}  // namespace

TEST_CASE("each launch gets its samples, and the caller hears of each") {
    const ReplicaOperands operands = operandsOfTest();
    const ClockWatch clock(0);
    std::size_t heard = 0;
    const auto times = timeReplicas({kGood, kGood, kGood}, operands.matmul(), 4, true, clock, {}, [&] { ++heard; });
    CHECK(!times.failure);
    REQUIRE(times.summaries.size() == 3);
    for (const TimingSummary& summary : times.summaries)
        CHECK(summary.samples == 4);
    CHECK(heard == 12);
}

TEST_CASE("a stop in the midst of a round leaves the rounds before") {
    const ReplicaOperands operands = operandsOfTest();
    const ClockWatch clock(0);
    for (const std::size_t stopAt : {2U, 8U}) {
        std::stop_source stop;
        std::size_t heard = 0;
        const auto times =
            timeReplicas({kGood, kGood, kGood}, operands.matmul(), 1000, false, clock, stop.get_token(), [&] {
                if (++heard == stopAt) stop.request_stop();
            });
        CHECK(!times.failure);
        CHECK(heard == stopAt);
        const std::size_t rounds = (stopAt - 1) / 3;
        REQUIRE(times.summaries.size() == (rounds == 0 ? 0 : 3));
        for (const TimingSummary& summary : times.summaries)
            CHECK(summary.samples == rounds);
    }
}

TEST_CASE("the launch that failed is named") {
    const ReplicaOperands operands = operandsOfTest();
    const ClockWatch clock(0);
    const auto times =
        timeReplicas({kGood, brokenLaunch(Fault::tooLarge), kGood}, operands.matmul(), 3, true, clock, {});
    REQUIRE(times.failure);
    CHECK(times.failure->message.starts_with("a timed launch failed: "));
    CHECK(times.failedLaunch == 1);
    CHECK(times.summaries.empty());
}

// The last one: after it nothing runs in this process.
TEST_CASE("a timed kernel that traps is failed and last, the others are given without times") {
    auto launched = std::make_shared<unsigned>(0);
    const Launch trapping = [launched, trap = brokenLaunch(Fault::traps)](const DeviceMatmul& matmul) {
        return ++*launched > 5 ? trap(matmul) : kGood(matmul);  // three repeats, two rounds of timing
    };
    LaunchedRequest asked({{"a", kGood}, {"trapping", trapping}, {"b", kGood}});
    asked.request.timingSamples = 4;
    const auto failure = asked.run();
    REQUIRE(failure);
    CHECK(failure->message.starts_with("the device failed: a timed kernel failed: "));
    CHECK(asked.states() == "a:ok b:ok trapping:failed");
    CHECK(asked.results[0].because.starts_with("not timed: a timed kernel failed: "));
    CHECK(asked.results[2].because.starts_with("a timed kernel failed: "));
}
