#include "core/rerun/emulation_memory.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

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
