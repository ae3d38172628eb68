#include "core/rerun/probe_controls.h"
#include "tests/support/arithmetic_device.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

// How the controls for `assumed` end on a device that computes by `real`.
InstructionNumbers controlled(ElementType type, const TensorCoreSum& assumed, const TensorCoreSum& real) {
    const ProductRunner run = [&](const ProbeProduct& product) {
        return computed(product, [&](std::span<const float> a, std::span<const float> b) {
            return tensorCoreSum(real, type, 0.0F, a, b).value();
        });
    };
    InstructionNumbers found;
    ProbeReader reader(type, run, found);
    if (controlsFit(reader, assumed)) found.outcome = InstructionNumbers::Outcome::fits;
    return found;
}

}  // namespace

TEST_CASE("the numbers of the device pass, each neighbour is contradicted") {
    constexpr FinalRounding kZero = FinalRounding::towardZero;
    constexpr FinalRounding kEven = FinalRounding::nearestEven;
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const TensorCoreSum& real :
             {TensorCoreSum{25, 8, kZero}, {24, 4, kEven}, {23, 16, kZero}, {22, 1, kZero}, {25, 1, kEven}}) {
            CAPTURE(toString(type));
            CAPTURE(real.keptFractionBits);
            CHECK((controlled(type, real, real).outcome == InstructionNumbers::Outcome::fits));
            CHECK(controlled(type, real, real).controls > 1500);
            const FinalRounding other = real.rounding == kZero ? kEven : kZero;
            for (const TensorCoreSum& assumed : {TensorCoreSum{real.keptFractionBits + 1, real.group, real.rounding},
                                                 {real.keptFractionBits - 1, real.group, real.rounding},
                                                 {real.keptFractionBits, real.group + 1, real.rounding},
                                                 {real.keptFractionBits, 2 * real.group, real.rounding},
                                                 {real.keptFractionBits, real.group, other}}) {
                CAPTURE(assumed.keptFractionBits);
                CAPTURE(assumed.group);
                const InstructionNumbers found = controlled(type, assumed, real);
                CHECK((found.outcome == InstructionNumbers::Outcome::doesNotFit));
                CHECK(found.because.find(" it would be ") != std::string::npos);
            }
        }
    }
}
