#include "kernels/device_buffer.h"

#include <vector>

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("what goes up comes down, and a fill repeats its pattern") {
    auto buffer = DeviceBuffer::allocate(10, 6);
    REQUIRE(buffer);
    CHECK(reinterpret_cast<std::uintptr_t>(buffer.value().data()) % 16 == 6);
    CHECK(buffer.value().size() == 10);
    REQUIRE(!buffer.value().fill(0x04030201));
    std::vector<unsigned char> bytes(10);
    REQUIRE(!buffer.value().download(bytes.data(), bytes.size()));
    CHECK(bytes == std::vector<unsigned char>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2});
}

TEST_CASE("a write outside is counted on either side, one inside is not") {
    auto buffer = DeviceBuffer::allocate(100);
    REQUIRE(buffer);
    auto* data = static_cast<std::byte*>(buffer.value().data());
    REQUIRE(cudaMemset(data, 0, 100) == cudaSuccess);
    CHECK(buffer.value().changedGuardBytes().value() == 0);
    REQUIRE(cudaMemset(data + 100, 0, 3) == cudaSuccess);
    REQUIRE(cudaMemset(data - 1, 0, 1) == cudaSuccess);
    CHECK(buffer.value().changedGuardBytes().value() == 4);
}

TEST_CASE("memory that there is not is an error in words") {
    const auto buffer = DeviceBuffer::allocate(std::size_t{1} << 50);
    CHECK(!buffer);
    CHECK(buffer.errorMessage().find("cudaMalloc failed") != std::string::npos);
}
