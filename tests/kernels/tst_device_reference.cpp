#include "core/rerun/seeded_input.h"
#include "kernels/device_reference.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::vector<double> brought(const DeviceBuffer& buffer, std::size_t count) {
    std::vector<double> values(count);
    const auto failure = buffer.download(values.data(), count * sizeof(double));
    REQUIRE_MESSAGE(!failure, failure->message);
    return values;
}

}  // namespace

TEST_CASE("the reference on the device has the bits of the one on the processor") {
    for (const auto& [lhsTransposed, rhsTransposed] :
         {std::pair{false, false}, std::pair{false, true}, std::pair{true, false}}) {
        for (const PrecisionModel model : {PrecisionModel::f32, PrecisionModel::tf32Truncated}) {
            const RerunProblem problem{67, 45, 301, ElementType::f32, rhsTransposed, lhsTransposed};
            const Operands operands = seededOperands(problem);
            const auto here = referenceProduct(problem, operands, model);
            const auto there = referenceOnDevice(problem, operands, model);
            REQUIRE(here);
            REQUIRE_MESSAGE(there, there.errorMessage());
            CHECK(brought(there.value().product, here->product.size()) == here->product);
            CHECK(brought(there.value().magnitude, here->magnitude.size()) == here->magnitude);
        }
    }
}
