#include "core/analyse/class_assumptions.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::matmulProblem;

TEST_CASE("candidates are named once each, in order") {
    const CandidateSet set{{"gemm_None", "matmul_naive"}, {}};
    const auto named = nameCandidates(set, {{1}, {0}, {1}, {5}});
    REQUIRE(named.size() == 3);
    CHECK(named[0].label() == "0 gemm_None");
    CHECK(named[1].family.kind == CandidateFamily::Kind::naive);
    CHECK(named[2].label() == "5");
}

TEST_CASE("every answer names kernels, operands, card, code generator and shape") {
    const CandidateSet set{{"matmul_simple_cyclic_mma", "matmul_simple_unit"}, {}};
    const MatmulProblem problem = matmulProblem(64, 64, 64);
    const auto named = nameCandidates(set, {{0}, {1}});
    AnswerContext context{problem, named, {Card::ampere, Card::hopper}, {CodeGenerator::llvm}, 5U, true};
    CHECK(assumptionsInWords(context) ==
          std::vector<std::string>{
              "kernels as CubeK 0.3 has them", "f32 operands that only the tensor core kernels multiply as TF32",
              "a card of Ampere/Hopper (measured on Hopper; the others by published numbers)",
              "the LLVM code generator", "k a multiple of 32 by the row strides (rows taken as unpadded)"});
    context.cards = {Card::hopper};
    context.generators = {CodeGenerator::cudaCpp, CodeGenerator::llvm};
    context.powerOfTwoInK = 0U;
    CHECK(assumptionsInWords(context)[2] == "a card of the Hopper generation");
    CHECK(assumptionsInWords(context)[3] == "either code generator");
    CHECK(assumptionsInWords(context)[4] == "an odd k by the row strides (rows taken as unpadded)");
}

TEST_CASE("a permuted layout and one row are named where they are taken for granted") {
    const CandidateSet set{{"vecmat_unit_perpendicular_None", "matmul_simple_unit"}, {}};
    MatmulProblem problem = matmulProblem(1, 512, 512);
    problem.rhsLayout = MatrixLayout::permuted;
    const auto named = nameCandidates(set, {{0}, {1}});
    const AnswerContext context{problem, named, {kAllCards.begin(), kAllCards.end()}, {}, {}, false};
    const auto words = assumptionsInWords(context);
    CHECK(words[1] == "f32 operands");
    CHECK(words[2] == "any card from Volta on");
    CHECK(words[4] == "one row (m = 1)");
    CHECK(words.back() == "a layout of the operands that changes no arithmetic");
}
