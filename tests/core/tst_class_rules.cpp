#include "core/analyse/class_rules.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::matmulProblem;

namespace {

std::string classOf(const char* name, const MatmulProblem& problem, unsigned powerOfTwoInK, Card card = Card::hopper,
                    CodeGenerator generator = CodeGenerator::cudaCpp) {
    const ClassRuling ruling = ruleClass(problem, familyOf(name), card, generator, powerOfTwoInK);
    if (ruling.kind == ClassRuling::Kind::refused) return "refused";
    return ruling.kind == ClassRuling::Kind::known ? classId(ruling.code, problem.lhs) : "unknown";
}

}  // namespace

TEST_CASE("k's power of two comes from the row strides, not from the bucket") {
    MatmulProblem p = matmulProblem(64, 64, 128);
    CHECK(knownPowerOfTwoInK(p) == 7U);  // 512 bytes a row
    p.lhsStrideFactor = 4;               // k = 100, say, in the bucket of 128
    CHECK(knownPowerOfTwoInK(p) == 2U);
    p.lhsStrideFactor = 2;
    CHECK(knownPowerOfTwoInK(p) == 0U);
    p.lhsStrideFactor = 0;
    CHECK_FALSE(knownPowerOfTwoInK(p).has_value());
    p.lhsStrideFactor = 10;  // 256 divides no k of this bucket: padded rows
    CHECK_FALSE(knownPowerOfTwoInK(p).has_value());
    p.lhsLayout = MatrixLayout::transposed;  // its rows run along m
    p.lhsStrideFactor = 8;
    CHECK_FALSE(knownPowerOfTwoInK(p).has_value());
    p.rhsLayout = MatrixLayout::transposed;
    p.rhsStrideFactor = 5;
    CHECK(knownPowerOfTwoInK(p) == 3U);
    const MatmulProblem half = matmulProblem(64, 64, 128, ElementType::f16);
    CHECK(knownPowerOfTwoInK(half) == 7U);
    CHECK(largestPowerOfTwoInK(half) == 7);
    CHECK(largestPowerOfTwoInK(matmulProblem(1, 1, 0)) == 0);
}

TEST_CASE("one row is told by the kind, which knows the real sizes") {
    CHECK(isSingleRow(matmulProblem(1, 64, 64)));
    CHECK(isSingleRow(matmulProblem(1, 1, 64)));
    CHECK_FALSE(isSingleRow(matmulProblem(64, 1, 64)));
    MatmulProblem p = matmulProblem(1, 64, 64);
    p.kind.clear();
    CHECK(isSingleRow(p));
}

TEST_CASE("full precision kernels follow the shape rule") {
    const MatmulProblem p = matmulProblem(512, 512, 128);
    CHECK(classOf("matmul_simple_unit_max_tile_size", p, 7) == "f32/ascending");
    CHECK(classOf("matmul_naive", p, 7) == "f32/partial4");
    CHECK(classOf("matmul_naive", p, 2) == "f32/partial4");
    CHECK(classOf("matmul_naive", p, 1) == "unknown");
    CHECK(classOf("matmul_naive", p, 0) == "f32/ascending");
    CHECK(classOf("cpu_gemm_a0.5", p, 7) == "f32/ascending");
    CHECK(classOf("gemm_None", p, 7) == "f32/gemm4");
    CHECK(classOf("gemm_None", p, 6) == "f32/gemm2");
    CHECK(classOf("gemm_None", p, 5) == "f32/gemm1");
    CHECK(classOf("gemm_None", p, 4) == "f32/ascending");
    const MatmulProblem half = matmulProblem(512, 512, 256, ElementType::bf16);
    CHECK(classOf("matmul_naive", half, 3) == "bf16/partial8");
    CHECK(classOf("matmul_naive", half, 2) == "unknown");
    CHECK(classOf("gemm_None", half, 8) == "bf16/gemm8");
}

TEST_CASE("the perpendicular kernel rotates its tiles only for one row of several tiles") {
    CHECK(classOf("vecmat_unit_perpendicular_None", matmulProblem(2, 512, 512), 9) == "f32/ascending");
    CHECK(classOf("vecmat_unit_perpendicular_None", matmulProblem(1, 512, 512), 9) == "f32/rotated");
    CHECK(classOf("vecmat_unit_perpendicular_None", matmulProblem(1, 512, 512), 6) == "unknown");
    CHECK(classOf("vecmat_unit_perpendicular_None", matmulProblem(1, 512, 128), 7) == "f32/ascending");
    CHECK(classOf("vecmat_unit_perpendicular_None", matmulProblem(1, 128, 512), 9) == "f32/ascending");
}

TEST_CASE("vecmat kernels depend on the code generator's contraction") {
    const MatmulProblem p = matmulProblem(1, 512, 512, ElementType::f32, MatrixLayout::transposed);
    CHECK(classOf("matmul_simple_vecmat", p, 9) == "f32/vecmat");
    CHECK(classOf("matmul_simple_vecmat", p, 9, Card::hopper, CodeGenerator::llvm) == "f32/vecmat-contracted");
}

TEST_CASE("tensor core kernels follow instruction, loader, card and code generator") {
    const MatmulProblem p = matmulProblem(512, 512, 128);
    CHECK(classOf("matmul_simple_cyclic_mma", p, 7) == "tf32-rna/g8");
    CHECK(classOf("matmul_simple_cyclic_cmma", p, 7) == "tf32-rna/g4");
    CHECK(classOf("matmul_simple_cyclic_mma", p, 7, Card::ampere) == "tf32-rna/g4");
    CHECK(classOf("matmul_simple_cyclic_mma", p, 7, Card::volta) == "refused");
    CHECK(classOf("matmul_specialized_cyclic_mma", p, 7) == "tf32-trunc/g8");
    CHECK(classOf("matmul_specialized_cyclic_cmma", p, 7) == "tf32-trunc/g4");
    CHECK(classOf("matmul_specialized_cyclic_cmma", p, 7, Card::hopper, CodeGenerator::llvm) == "refused");
    CHECK(classOf("matmul_simple_tma_cmma", p, 7) == "tf32-rne/g4");
    CHECK(classOf("matmul_simple_tma_mma", p, 7) == "tf32-rne/g8");
    CHECK(classOf("matmul_simple_tma_mma", p, 7, Card::ada) == "refused");
    CHECK(classOf("matmul_simple_tma_mma", p, 7, Card::hopper, CodeGenerator::llvm) == "refused");
    const MatmulProblem half = matmulProblem(512, 512, 128, ElementType::f16);
    for (const char* name : {"matmul_simple_cyclic_mma", "matmul_specialized_cyclic_cmma", "matmul_simple_tma_mma"}) {
        CHECK(classOf(name, half, 7) == "f16-tensor-core/g16");
    }
    CHECK(classOf("matmul_simple_cyclic_mma", half, 7, Card::ampere) == "f16-tensor-core/g8");
    CHECK(classOf("matmul_simple_cyclic_cmma", half, 7, Card::volta) == "f16-tensor-core/g4");
    CHECK(classOf("matmul_simple_cyclic_mma", half, 7, Card::volta) == "refused");
    // One group of padded products, whatever its size.
    const MatmulProblem shortK = matmulProblem(512, 512, 4);
    CHECK(classOf("matmul_simple_cyclic_mma", shortK, 2) == classOf("matmul_simple_cyclic_cmma", shortK, 2));
}

TEST_CASE("fused kernels share the classes unless they can fall back") {
    const MatmulProblem p = matmulProblem(512, 512, 128);
    CHECK(classOf("fused_double_buffering_specialized_Mma", p, 7) == "tf32-rna/g8");
    CHECK(classOf("fused_double_buffering_ordered_cmma", p, 7) == "tf32-rna/g4");
    CHECK(classOf("fused_simple_unit", p, 7) == "f32/ascending");
    CHECK(classOf("fused_matmul_fallback", p, 7) == "unknown");
    CHECK(classOf("fused_gemm", p, 7) == "unknown");
    CHECK(classOf("fused_simple_vec_mat", p, 7) == "unknown");
    MatmulProblem permuted = p;
    permuted.rhsLayout = MatrixLayout::permuted;
    CHECK(classOf("fused_simple_Mma", permuted, 7) == "unknown");
    CHECK(classOf("matmul_simple_cyclic_mma", permuted, 7) == "tf32-rna/g8");
}

TEST_CASE("what was not measured has no class") {
    MatmulProblem p = matmulProblem(512, 512, 128);
    for (const char* name : {"cmma", "gemm_cpu_general", "vecmat_plane_parallel_None", "something"}) {
        CHECK(classOf(name, p, 7) == "unknown");
    }
    p.out = ElementType::f16;
    CHECK(classOf("matmul_simple_cyclic_mma", p, 7) == "unknown");
    p = matmulProblem(512, 512, 128, ElementType::f64);
    CHECK(classOf("matmul_simple_unit", p, 7) == "unknown");
    p = matmulProblem(512, 512, 128);
    p.storageTiled = true;
    CHECK(classOf("matmul_simple_cyclic_mma", p, 7) == "unknown");
    p = matmulProblem(512, 512, 128);
    p.lhsLayout = MatrixLayout::transposed;
    CHECK(classOf("matmul_naive", p, 7) == "unknown");
    CHECK(classOf("gemm_None", p, 7) == "unknown");
    CHECK(classOf("matmul_simple_unit", p, 7) == "f32/ascending");
}

TEST_CASE("classes have words") {
    CHECK(className({Arithmetic::tf32Away, 8}, ElementType::f32) ==
          "operands rounded to TF32, ties away from zero; tensor core sums of 8 products");
    CHECK(className({Arithmetic::tensorCoreHalf, 16}, ElementType::bf16) ==
          "bf16 operands as they are; tensor core sums of 16 products");
    CHECK(className({Arithmetic::gemm, 4}, ElementType::f32) == "f32, 32 lanes of 4 partial sums added as a tree");
}

TEST_CASE("ids have the words of their classes, and what is no id has none") {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (int arithmetic = 0; arithmetic <= static_cast<int>(Arithmetic::tensorCoreHalf); ++arithmetic) {
            const ClassCode code{static_cast<Arithmetic>(arithmetic), 16};
            CHECK(classNameOf(classId(code, type)) == className(code, type));
        }
    }
    CHECK(classNameOf("tf32-trunc/g4") == "operands cut to TF32; tensor core sums of 4 products");
    for (const char* other : {"", "unknown", "tf32-rna/g", "tf32-rna/g08", "f32/ascending4", "1234567890123", "[2J"})
        CHECK(classNameOf(other).empty());
}
