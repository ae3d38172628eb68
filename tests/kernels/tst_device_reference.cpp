#include "core/rerun/seeded_input.h"
#include "kernels/device_reference.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the reference on the device has the bits of the one on the processor") {
    for (const bool transposed : {false, true}) {
        for (const PrecisionModel model : {PrecisionModel::f32, PrecisionModel::tf32Truncated}) {
            const RerunProblem problem{67, 45, 301, ElementType::f32, transposed};
            const Operands operands = seededOperands(problem);
            const auto here = referenceProduct(problem, operands, model);
            const auto there = deviceReference(problem, operands, model);
            REQUIRE(here);
            REQUIRE_MESSAGE(there, there.errorMessage());
            CHECK(there.value().product == here->product);
            CHECK(there.value().magnitude == here->magnitude);
        }
    }
}
