#include "core/rerun/error_analysis.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/seeded_input.h"
#include "kernels/device_errors.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::uint32_t patternOf(float value, ElementType type) {
    if (type == ElementType::f16) return toF16Bits(value);
    if (type == ElementType::bf16) return toBf16Bits(value);
    return std::bit_cast<std::uint32_t>(value);
}

// Elements near the reference, some far away, some infinite or no number.
std::vector<std::uint32_t> outputNear(const ReferenceProduct& reference, ElementType type, std::mt19937& random) {
    std::vector<std::uint32_t> patterns;
    for (const double value : reference.product) {
        const double factor = 1 + 1e-7 * static_cast<double>(random() % 64);
        std::uint32_t pattern = patternOf(static_cast<float>(value * factor), type);
        if (random() % 1000 == 0) pattern = patternOf(std::numeric_limits<float>::infinity(), type);
        if (random() % 1000 == 0) pattern = patternOf(std::nanf(""), type);
        if (random() % 100 == 0) pattern = patternOf(0, type);
        patterns.push_back(pattern);
    }
    return patterns;
}

DeviceBuffer uploaded(const std::vector<std::uint32_t>& patterns, ElementType type) {
    const std::size_t bytesEach = bytesPerElement(type);
    auto buffer = DeviceBuffer::allocate(patterns.size() * bytesEach);
    REQUIRE(buffer);
    const std::vector<std::uint16_t> halves(patterns.begin(), patterns.end());
    const void* from = bytesEach == 4 ? static_cast<const void*>(patterns.data()) : halves.data();
    REQUIRE(!buffer.value().upload(from, patterns.size() * bytesEach));
    return std::move(buffer).value();
}

}  // namespace

TEST_CASE("errors measured on the device are the numbers of the processor") {
    std::mt19937 random(11);
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const auto& [m, n] : {std::pair{1, 1}, std::pair{37, 41}, std::pair{700, 900}}) {
            const RerunProblem problem{
                static_cast<std::size_t>(m), static_cast<std::size_t>(n), 33, type, true, m == 37};
            const Operands operands = seededOperands(problem);
            DeviceErrors errors(problem, operands);
            for (const PrecisionModel model : precisionModelsOf(type)) {
                const auto reference = referenceProduct(problem, operands, model);
                REQUIRE(reference);
                const auto patterns = outputNear(*reference, type, random);
                const DeviceBuffer output = uploaded(patterns, type);
                const ErrorSummary here = summarizeErrors(patterns, type, model, *reference);
                const auto there = errors.of(output.data(), model);
                REQUIRE_MESSAGE(there, there.errorMessage());
                CHECK((there.value().model == model));
                CHECK(there.value().largest == here.largest);
                CHECK(there.value().largestBeyondRounding == here.largestBeyondRounding);
                CHECK(there.value().largestUlp == here.largestUlp);
                CHECK(there.value().ulpHistogram == here.ulpHistogram);
            }
        }
    }
}

TEST_CASE("finite outputs have finite errors on the device too") {
    const RerunProblem problem{64, 64, 16, ElementType::f32, false};
    const Operands operands = seededOperands(problem);
    const auto reference = referenceProduct(problem, operands, PrecisionModel::f32);
    REQUIRE(reference);
    std::vector<std::uint32_t> patterns;
    for (const double value : reference->product)
        patterns.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    const DeviceBuffer output = uploaded(patterns, problem.type);
    const auto errors = DeviceErrors(problem, operands).of(output.data(), PrecisionModel::f32);
    REQUIRE(errors);
    CHECK(errors.value().largestUlp <= 0.5);
    CHECK(errors.value().largest < 1e-7);
}
