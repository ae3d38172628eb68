#include "core/rerun/probe_reader.h"
#include "tests/support/arithmetic_device.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

float plainSum(std::span<const float> a, std::span<const float> b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

std::vector<ProbeSum> countedSums(std::size_t count) {
    std::vector<ProbeSum> sums;
    for (std::size_t i = 0; i < count; ++i)
        sums.push_back({"sum " + std::to_string(i), {{i % 8, static_cast<float>(i), 2}}});
    return sums;
}

}  // namespace

TEST_CASE("values come in the order of the sums, however many products they take") {
    std::size_t products = 0;
    const ProductRunner run = [&](const ProbeProduct& product) {
        ++products;
        return computed(product, plainSum);
    };
    InstructionNumbers found;
    ProbeReader reader(ElementType::f32, run, found);
    const auto values = reader.valuesOf(countedSums(2 * kSumsInProduct + 1), 8);
    REQUIRE(values);
    CHECK(products == 3);
    for (std::size_t i = 0; i < values->size(); ++i)
        CHECK((*values)[i] == 2.0F * static_cast<float>(i));
}

TEST_CASE("a sum has one of its two values, or contradicts") {
    const ProductRunner run = [](const ProbeProduct& product) { return computed(product, plainSum); };
    InstructionNumbers found;
    ProbeReader reader(ElementType::f16, run, found);
    const auto sums = countedSums(3);
    CHECK(reader.read({{sums[1], 2, 0}, {sums[2], 0, 4}}, 8) == std::vector<bool>{true, false});
    CHECK(found.probes == 2);
    CHECK(!reader.read({{sums[1], 2, 0}, {sums[2], 1, 3.5F}}, 8));
    CHECK((found.outcome == InstructionNumbers::Outcome::doesNotFit));
    CHECK(found.because == "sum 2 gave 4, which can only be 1 or 3.5");
    CHECK(found.probes == 2);
}

TEST_CASE("a NaN is neither value") {
    const ProductRunner run = [](const ProbeProduct& product) {
        return ProductAnswer{
            RerunStatus::ok, {}, std::vector<std::uint32_t>(product.problem.m * product.problem.n, 0x7fff), false};
    };
    InstructionNumbers found;
    ProbeReader reader(ElementType::f16, run, found);
    CHECK(!reader.read({{countedSums(1)[0], 0, 1}}, 8));
    CHECK(found.because.find("nan") != std::string::npos);
}
