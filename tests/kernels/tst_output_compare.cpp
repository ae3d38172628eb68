#include "kernels/device_buffer.h"
#include "kernels/output_compare.h"

#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

template <class Pattern>
DeviceBuffer onDevice(const std::vector<Pattern>& values) {
    auto buffer = DeviceBuffer::allocate(values.size() * sizeof(Pattern));
    REQUIRE(buffer);
    REQUIRE(!buffer.value().upload(values.data(), values.size() * sizeof(Pattern)));
    return std::move(buffer).value();
}

}  // namespace

TEST_CASE("elements that differ and elements that nobody wrote are told apart") {
    const DeviceBuffer first = onDevice<std::uint32_t>({1, 2, 77, 77, 5});
    const DeviceBuffer second = onDevice<std::uint32_t>({1, 3, 99, 4, 5});
    const auto found = compareOutputs(first.data(), 77, second.data(), 99, 4, 5);
    REQUIRE(found);
    CHECK(found.value().different == 2);  // the second, and the fourth, which only one of them wrote
    CHECK(found.value().unwritten == 1);
}

TEST_CASE("16-bit elements are compared with the low half of the fill") {
    const DeviceBuffer first = onDevice<std::uint16_t>({1, 7, 7});
    const DeviceBuffer second = onDevice<std::uint16_t>({2, 7, 8});
    const auto found = compareOutputs(first.data(), 0x00070007, second.data(), 0x00080008, 2, 3);
    REQUIRE(found);
    CHECK(found.value().different == 1);
    CHECK(found.value().unwritten == 1);
}

TEST_CASE("a large comparison counts every element") {
    std::vector<std::uint32_t> values(3'000'000, 5);
    const DeviceBuffer first = onDevice(values);
    for (std::size_t i = 0; i < values.size(); i += 3)
        values[i] = 6;
    const DeviceBuffer second = onDevice(values);
    CHECK(compareOutputs(first.data(), 1, second.data(), 1, 4, values.size()).value().different == 1'000'000);
    CHECK(compareOutputs(first.data(), 1, second.data(), 1, 4, 0).value().different == 0);
}

TEST_CASE("only what lies between the rows is padding") {
    // Three rows of two, a stride of four; the last row has none.
    const DeviceBuffer output = onDevice<std::uint32_t>({1, 2, 9, 9, 3, 4, 9, 8, 5, 6});
    CHECK(changedPadding(output.data(), 9, 4, 3, 2, 4).value() == 1);
    CHECK(changedPadding(output.data(), 9, 4, 1, 2, 4).value() == 0);
    CHECK(changedPadding(output.data(), 9, 4, 3, 4, 4).value() == 0);
}
