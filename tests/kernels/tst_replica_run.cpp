#include "kernels/cuda_error.h"
#include "tests/kernels/replica_run_fixture.h"

#include <memory>

using namespace flipscope;
using namespace flipscope::test;

namespace {

const Launch kGood = brokenLaunch(Fault::none);
const Launch kTooLarge = brokenLaunch(Fault::tooLarge);

}  // namespace

TEST_CASE("a launch that fails costs itself only, where the device goes on") {
    for (const unsigned samples : {0U, 3U}) {
        LaunchedRequest asked({{"a", kGood}, {"bad", kTooLarge}, {"b", kGood}});
        asked.request.timingSamples = samples;
        const auto failure = asked.run();
        REQUIRE_MESSAGE(!failure, failure->message);
        CHECK(asked.states() == (samples == 0 ? "a:ok bad:failed b:ok" : "bad:failed a:ok* b:ok*"));
        for (const RerunResult& result : asked.results) {
            if (result.status == RerunStatus::ok) CHECK(result.errors.size() == 1);
            if (result.status == RerunStatus::failed) CHECK(result.because.starts_with("the launch failed: "));
        }
        CHECK(deviceIsSound());
    }
}

TEST_CASE("a result that cannot be timed is given without times") {
    // Refused from its fourth launch on: it is repeated three times.
    auto launched = std::make_shared<unsigned>(0);
    const Launch refusing = [launched](const DeviceMatmul& matmul) {
        return ++*launched > 3 ? LaunchAnswer{"not again", cudaSuccess} : kGood(matmul);
    };
    LaunchedRequest asked({{"a", kGood}, {"refusing", refusing}});
    asked.request.timingSamples = 2;
    CHECK(!asked.run());
    CHECK(asked.states() == "a:ok refusing:ok");
    for (const RerunResult& result : asked.results)
        CHECK(result.because == "not timed: a timed launch was refused: not again");
}

TEST_CASE("a stop keeps the results that wait for their times") {
    std::stop_source stop;
    const Launch stopping = [&](const DeviceMatmul& matmul) {
        stop.request_stop();
        return kGood(matmul);
    };
    LaunchedRequest asked({{"a", kGood}, {"stopping", stopping}, {"b", kGood}});
    asked.request.timingSamples = 5;
    CHECK(!asked.run(stop.get_token()));
    CHECK(asked.states() == "a:ok stopping:ok");
    CHECK(asked.results[1].repeats == 1);
}

TEST_CASE("errors for whose reference there is no memory are left out, and the result stands") {
    LaunchedRequest asked({{"a", kGood}, {"b", kGood}});
    constexpr std::size_t kHuge = std::size_t{1} << 20;  // two references of 8 TB
    asked.measured = RerunProblem{kHuge, kHuge, 64, ElementType::f32, false};
    const auto failure = asked.run();
    REQUIRE_MESSAGE(!failure, failure->message);
    CHECK(asked.states() == "a:ok b:ok");
    for (const RerunResult& result : asked.results) {
        CHECK(result.errors.empty());
        CHECK(result.repeats == 3);
        CHECK(result.because.starts_with("its errors were not all measured: cudaMalloc failed: "));
    }
    CHECK(deviceIsSound());
}

// The last one: after it nothing runs in this process.
TEST_CASE("a kernel that traps is failed and last, what waits for its times is given before, and the device is lost") {
    LaunchedRequest asked({{"a", kGood}, {"b", kGood}, {"trap", brokenLaunch(Fault::traps)}, {"c", kGood}});
    asked.request.timingSamples = 3;
    const auto failure = asked.run();
    REQUIRE(failure);
    CHECK(failure->message.starts_with("the device failed: the kernel failed: "));
    CHECK(asked.states() == "a:ok b:ok trap:failed");
    CHECK(asked.results[0].errors.size() == 1);
    CHECK(!deviceIsSound());
    CHECK(!deviceIsSound());  // asking does not mend it
}
