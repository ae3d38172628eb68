#include "core/pin/pin_classes.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a class fits its own name and its family's") {
    CHECK(fitsClass("tf32-rna/g8", "tf32-rna/g8"));
    CHECK(fitsClass("tf32-rna/g8", "tf32-rna"));
    CHECK_FALSE(fitsClass("tf32-rna/g8", "tf32"));
    CHECK_FALSE(fitsClass("tf32-rna/g8", "tf32-rna/g4"));
    CHECK_FALSE(fitsClass("", ""));
    CHECK(fitsClass("measured-A", "measured-A"));
}

TEST_CASE("only the classes of f32 problems have an order of precision") {
    CHECK(precisionRank("f32/gemm4") == 0U);
    CHECK(precisionRank("tf32-rna/g8") == 1U);
    CHECK(precisionRank("tf32-rne/g4") == 1U);
    CHECK(precisionRank("tf32-trunc/g4") == 2U);
    for (const char* id : {"", "f16/gemm4", "f16-tensor-core/g16", "measured-A", "f32x"})
        CHECK_FALSE(precisionRank(id).has_value());
}

TEST_CASE("a class is the measured one, else the predicted where all possible cards agree") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"matmul_simple_unit_max_tile_size", "matmul_simple_cyclic_mma", "strange"});
    const auto key = builder.addMatmulKey("k", matmulProblem(512, 512, 512));
    const Dataset dataset = builder.take();
    const PinnedClass unit = classOf(dataset, key, set, {0}, {}, {});
    CHECK(unit.id == "f32/ascending");
    CHECK_FALSE(unit.measured);
    CHECK(classOf(dataset, key, set, {1}, {}, {}).id.empty());  // groups of 4 on Ampere, of 8 on Hopper
    CHECK(classOf(dataset, key, set, {1}, {Card::hopper, {}}, {}).id == "tf32-rna/g8");
    CHECK(classOf(dataset, key, set, {2}, {Card::hopper, {}}, {}).id.empty());
    CHECK(classOf(dataset, key, set, {9}, {Card::hopper, {}}, {}).id.empty());
    const Measurements measured{{{key, {2}}, {"measured-B", {}, {}}}, {{key, {0}}, {"", 1e-7, {}}}};
    CHECK(classOf(dataset, key, set, {2}, {}, measured).id == "measured-B");
    CHECK(classOf(dataset, key, set, {2}, {}, measured).measured);
    CHECK(classOf(dataset, key, set, {0}, {}, measured).id == "f32/ascending");
}
