#include "core/rerun/emulation_memory.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/lane_kernels.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include <doctest/doctest.h>
#include <malloc.h>

// What the process holds and held at most, by its own allocations.
namespace {
std::atomic<std::size_t> held{0}, mostHeld{0};
}

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): this is what counts them
void* operator new(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = held += malloc_usable_size(memory);
    std::size_t most = mostHeld;
    while (most < now && !mostHeld.compare_exchange_weak(most, now)) {
    }
    return memory;
}
void operator delete(void* memory) noexcept {
    held -= malloc_usable_size(memory);
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

using namespace flipscope;

namespace {

struct RunCase {
    RerunProblem problem;
    ClassCode code;
};

RerunRequest requestOf(std::size_t m, std::size_t n, std::size_t k, ElementType type = ElementType::f32) {
    RerunRequest request;
    request.problem = {m, n, k, type};
    return request;
}

}  // namespace

TEST_CASE("the estimate counts operands, output and the references of errors") {
    const std::uint64_t all = emulationBytes(requestOf(6000, 6000, 4));
    CHECK(all > 36'000'000ULL * 36);
    CHECK(all < 36'000'000ULL * 45);
    CHECK(emulationBytes(requestOf(6000, 6000, 4, ElementType::f16)) < all);
    RerunRequest without = requestOf(6000, 6000, 4);
    without.measureErrors = false;
    CHECK(emulationBytes(without) < all / 4);
    const std::size_t longest = std::size_t{1} << 31U;
    CHECK(emulationBytes(requestOf(longest, longest, longest)) > (std::uint64_t{1} << 62U));
}

TEST_CASE("what the threads pack is counted, and an emulation holds no more than was estimated") {
    EmulationOptions options;
    options.threads = 16;
    for (const LaneKernels* kernels : usableLaneKernels()) {
        if (kernels->lanes == 8) options.kernels = kernels;
    }
    REQUIRE(options.kernels != nullptr);
    // By rows and columns cut into 16, 8 and 1 pieces, of which each packs its panel.
    const RunCase cases[] = {{{256, 32, 1 << 15}, {Arithmetic::tf32Truncated, 8}},
                             {{64, 64, 1 << 14}, {Arithmetic::tf32Truncated, 8}},
                             {{16, 32, 1 << 16}, {Arithmetic::ascending, 0}}};
    for (const auto& each : cases) {
        const auto& problem = each.problem;
        const auto& code = each.code;
        RerunRequest request;
        request.problem = problem;
        request.measureErrors = false;
        const std::uint64_t estimate = emulationBytes(request, options);
        const std::size_t before = held;
        mostHeld = before;
        const Operands operands = operandsOf(request);
        const auto emulation =
            emulate(code, problem, operands, TensorCore{25, 8, 8, FinalRounding::towardZero}, options);
        REQUIRE((emulation.status == Emulation::Status::computed));
        const std::size_t needed = mostHeld - before;
        CAPTURE(problem.m);
        CHECK(needed <= estimate);
        // Not so far above that what fits is refused.
        CHECK(estimate - 64'000'000 < 4 * needed);
    }
}

TEST_CASE("what takes more than there is is refused with both numbers") {
    CHECK(memoryFault(requestOf(20000, 20000, 1), 4'000'000'000) ==
          "to emulate it takes about 14.5 GB of memory, and 4.0 GB are available");
    CHECK(memoryFault(requestOf(64, 64, 64), 4'000'000'000).empty());
    CHECK(memoryFault(requestOf(20000, 20000, 1), std::nullopt).empty());
}

TEST_CASE("the machine tells what is available") {
    const auto available = availableMemory();
    REQUIRE(available);
    CHECK(*available > 1'000'000);
}
