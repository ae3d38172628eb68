#include "core/analyse/class_rules.h"
#include "core/rerun/precision_model.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("names are stable and read back") {
    constexpr PrecisionModel kAll[] = {PrecisionModel::f32,      PrecisionModel::tf32Even,
                                       PrecisionModel::tf32Away, PrecisionModel::tf32Truncated,
                                       PrecisionModel::f16,      PrecisionModel::bf16};
    for (const PrecisionModel model : kAll)
        CHECK((precisionModelFromString(toString(model)) == model));
    CHECK(toString(PrecisionModel::tf32Truncated) == "tf32-trunc");
    CHECK((precisionModelFromString("tf32-rna") == PrecisionModel::tf32Away));
    CHECK_FALSE(precisionModelFromString("TF32"));
    CHECK_FALSE(precisionModelFromString(""));
}

TEST_CASE("f32 operands can be taken four ways, half types as they are, others not at all") {
    CHECK(precisionModelsOf(ElementType::f32).size() == 4);
    CHECK((precisionModelsOf(ElementType::f32).front() == PrecisionModel::f32));
    CHECK((precisionModelsOf(ElementType::f16) == std::vector{PrecisionModel::f16}));
    CHECK((precisionModelsOf(ElementType::bf16) == std::vector{PrecisionModel::bf16}));
    CHECK(precisionModelsOf(ElementType::f64).empty());
}

TEST_CASE("operands are rounded as the model says") {
    const float value = 1.0F + 0x1p-11F + 0x1p-12F;  // three quarters between two neighbours in TF32
    CHECK(roundedOperand(value, PrecisionModel::f32) == value);
    CHECK(roundedOperand(value, PrecisionModel::tf32Truncated) == 1.0F);
    CHECK(roundedOperand(value, PrecisionModel::tf32Even) == 1.0F + 0x1p-10F);
    const float tie = 1.0F + 0x1p-11F;
    CHECK(roundedOperand(tie, PrecisionModel::tf32Even) == 1.0F);
    CHECK(roundedOperand(tie, PrecisionModel::tf32Away) == 1.0F + 0x1p-10F);
    CHECK(roundedOperand(value, PrecisionModel::f16) == 1.0F + 0x1p-10F);
    CHECK(roundedOperand(value, PrecisionModel::bf16) == 1.0F);
}

TEST_CASE("every class id of the rules has a model, and no other text has") {
    const auto modelOf = [](Arithmetic arithmetic, ElementType type) {
        return precisionModelOfClass(classId({arithmetic, 8}, type), type);
    };
    for (const auto arithmetic : {Arithmetic::ascending, Arithmetic::partialSums, Arithmetic::gemm,
                                  Arithmetic::rotatedTiles, Arithmetic::vecmat, Arithmetic::vecmatContracted}) {
        CHECK((modelOf(arithmetic, ElementType::f32) == PrecisionModel::f32));
        CHECK((modelOf(arithmetic, ElementType::f16) == PrecisionModel::f16));
        CHECK((modelOf(arithmetic, ElementType::bf16) == PrecisionModel::bf16));
    }
    CHECK((modelOf(Arithmetic::tf32Away, ElementType::f32) == PrecisionModel::tf32Away));
    CHECK((modelOf(Arithmetic::tf32Even, ElementType::f32) == PrecisionModel::tf32Even));
    CHECK((modelOf(Arithmetic::tf32Truncated, ElementType::f32) == PrecisionModel::tf32Truncated));
    CHECK((modelOf(Arithmetic::tensorCoreHalf, ElementType::f16) == PrecisionModel::f16));
    CHECK((modelOf(Arithmetic::tensorCoreHalf, ElementType::bf16) == PrecisionModel::bf16));
    for (const char* unknown : {"", "unknown", "f32", "f32x/ascending", "tf32-rn/g8"})
        CHECK_FALSE(precisionModelOfClass(unknown, ElementType::f32));
    CHECK_FALSE(precisionModelOfClass("tf32-rna/g8", ElementType::f16));
}
