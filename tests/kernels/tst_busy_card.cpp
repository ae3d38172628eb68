#include "kernels/busy_card.h"
#include "tests/kernels/broken_kernels.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;
using namespace std::chrono_literals;

TEST_CASE("every multiprocessor is busy beside a launch, time after time") {
    RerunRequest request;
    request.problem = {64, 64, 128, ElementType::f32, false};
    auto operands = ReplicaOperands::make(request);
    REQUIRE(operands);
    CHECK(brokenLaunch(Fault::none)(operands.value().matmul()).error == cudaSuccess);  // loads the kernel
    for (int i = 0; i < 20; ++i) {
        auto busy = BusyCard::start();
        REQUIRE_MESSAGE(busy, busy.errorMessage());
        const LaunchAnswer answer = brokenLaunch(Fault::none)(operands.value().matmul());
        CHECK(answer.error == cudaSuccess);
        const auto filled = busy.value().release();
        REQUIRE_MESSAGE(filled, filled.errorMessage());
        CHECK(filled.value());
    }
}

TEST_CASE("kernels that need shared memory run beside the load") {
    RerunRequest request;
    request.problem = {256, 256, 256, ElementType::f32, false};
    auto operands = ReplicaOperands::make(request);
    REQUIRE(operands);
    for (const TileLoader loader : {TileLoader::sync, TileLoader::async}) {
        for (const MatrixInstruction instruction : {MatrixInstruction::wmma, MatrixInstruction::mmaSync}) {
            const auto launch = [&] {
                const LaunchAnswer answer = launchTensorCore(operands.value().matmul(), instruction, loader, nullptr);
                REQUIRE(answer.refused.empty());
                CHECK(answer.error == cudaSuccess);
            };
            launch();  // loads the kernel
            for (int i = 0; i < 3; ++i) {
                auto busy = BusyCard::start();
                REQUIRE(busy);
                launch();
                const auto filled = busy.value().release();
                REQUIRE(filled);
                CHECK(filled.value());
            }
        }
    }
}

TEST_CASE("a load that ended before the launch did says so") {
    auto busy = BusyCard::start(1ms);
    REQUIRE_MESSAGE(busy, busy.errorMessage());
    std::this_thread::sleep_for(50ms);
    const auto filled = busy.value().release();
    REQUIRE_MESSAGE(filled, filled.errorMessage());
    CHECK(!filled.value());
}

TEST_CASE("a load that nobody releases ends by itself") {
    const auto begin = std::chrono::steady_clock::now();
    {
        const auto busy = BusyCard::start();
        REQUIRE_MESSAGE(busy, busy.errorMessage());
    }
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(std::chrono::steady_clock::now() - begin < 5s);
}
