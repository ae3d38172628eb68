#include "core/rerun/result_checksum.h"
#include "kernels/device_buffer.h"
#include "kernels/device_checksum.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the checksum on the device equals the serial fold") {
    std::mt19937 random(7);
    for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 3, 4, 5, 7, 8, 1023, 65536, 3'000'001}) {
        std::vector<std::uint32_t> words(count);
        for (auto& word : words)
            word = static_cast<std::uint32_t>(random());
        auto buffer = DeviceBuffer::allocate(count * 4);
        REQUIRE(buffer);
        REQUIRE(!buffer.value().upload(words.data(), count * 4));
        const auto checksum = deviceChecksum(buffer.value().data(), 4, count);
        REQUIRE(checksum);
        CHECK(checksum.value() == resultChecksum(words));
        std::vector<std::uint32_t> halves;
        for (const std::uint32_t word : words) {
            halves.push_back(word & 0xffffU);
            halves.push_back(word >> 16U);
        }
        if (!halves.empty()) halves.pop_back();  // an odd number, too
        const auto half = deviceChecksum(buffer.value().data(), 2, halves.size());
        REQUIRE(half);
        CHECK(half.value() == resultChecksum(halves));
    }
}

TEST_CASE("a result that is not aligned is refused, not read wrongly") {
    auto buffer = DeviceBuffer::allocate(64, 4);
    REQUIRE(buffer);
    CHECK(!deviceChecksum(buffer.value().data(), 4, 8));
}
