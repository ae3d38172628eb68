#include "core/rerun/candidate_arithmetic.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const RerunProblem kProblem{64, 128, 256, ElementType::f32, false};

CandidateArithmetic ask(const char* name, const RerunProblem& problem = kProblem, const char* card = "H200",
                        CodeGenerator generator = CodeGenerator::cudaCpp) {
    return candidateArithmetic(name, problem, findCard(card).value(), generator);
}

// "class id", or "refused: …" or "unknown: …".
std::string answer(const CandidateArithmetic& arithmetic, ElementType type = ElementType::f32) {
    switch (arithmetic.status) {
        case CandidateArithmetic::Status::known:
            return classId(arithmetic.code, type);
        case CandidateArithmetic::Status::refused:
            return "refused: " + arithmetic.because;
        case CandidateArithmetic::Status::unknown:
            break;
    }
    return "unknown: " + arithmetic.because;
}

RerunProblem withK(std::size_t k, ElementType type = ElementType::f32, bool transposed = false) {
    return {64, 128, k, type, transposed};
}

}  // namespace

TEST_CASE("the class comes from the name and the real k, the numbers from the card") {
    CHECK(answer(ask("matmul_simple_cyclic_mma_multi_rows")) == "tf32-rna/g8");
    CHECK(answer(ask("matmul_simple_cyclic_mma_multi_rows", kProblem, "A100")) == "tf32-rna/g4");
    CHECK(ask("matmul_simple_cyclic_cmma", kProblem, "A100").core->keptFractionBits == 24);
    CHECK(answer(ask("gemm_None", withK(96))) == "f32/gemm1");
    CHECK(answer(ask("gemm_None", withK(100))) == "f32/ascending");
    CHECK(answer(ask("cpu_gemm")) == "f32/ascending");
    CHECK_FALSE(ask("gemm_None").core.has_value());
}

TEST_CASE("a card file of one's own decides the group") {
    CardNumbers card = findCard("Hopper").value();
    card.operands.front().core.mmaGroup = 5;
    const auto arithmetic = candidateArithmetic("matmul_simple_cyclic_mma", kProblem, card, CodeGenerator::cudaCpp);
    CHECK(answer(arithmetic) == "tf32-rna/g5");
    card.operands.clear();
    CHECK(answer(candidateArithmetic("matmul_simple_cyclic_mma", kProblem, card, CodeGenerator::cudaCpp)) ==
          "refused: the card has no tensor core for these operands");
}

TEST_CASE("refusals of card, generator, layout and alignment") {
    CHECK(answer(ask("matmul_simple_tma_mma", kProblem, "A100")).starts_with("refused: the tensor memory"));
    CHECK(answer(ask("matmul_specialized_cyclic_mma", kProblem, "H200", CodeGenerator::llvm)).starts_with("refused"));
    CHECK(answer(ask("matmul_simple_cyclic_mma", kProblem, "V100")).starts_with("refused"));
    CHECK(answer(ask("matmul_simple_vecmat")) == "refused: its right operand must be column-major");
    CHECK(answer(ask("matmul_simple_vecmat", withK(128, ElementType::f32, true))) == "f32/vecmat");
    CHECK(answer(ask("matmul_double_vecmat", withK(128, ElementType::f32, true))).starts_with("refused: k is a"));
    CHECK(answer(ask("matmul_double_vecmat", withK(96, ElementType::f32, true))) == "f32/vecmat");
    CHECK(answer(ask("matmul_simple_tma_mma", withK(6))) == "refused: its copies need rows aligned to 16 bytes");
    CHECK(answer(ask("matmul_simple_tma_mma", {64, 6, 64})).starts_with("refused: its copies"));
    CHECK(answer(ask("matmul_simple_tma_mma", {64, 6, 64, ElementType::f32, true})) == "tf32-rne/g8");
    CHECK(answer(ask("matmul_simple_cyclic_mma", withK(6))) == "tf32-rna/g8");
}

TEST_CASE("what was not measured is said: read from the source, or unknown") {
    const auto two = ask("matmul_naive", withK(6));
    CHECK(answer(two) == "f32/partial2");
    CHECK_FALSE(two.measured);
    CHECK(two.because.find("not measured") != std::string::npos);
    CHECK(answer(ask("matmul_naive", withK(12, ElementType::f16)), ElementType::f16) == "f16/partial4");
    CHECK(ask("matmul_naive", withK(8)).measured);
    CHECK(answer(ask("tiled_cmma")) == "refused: it has no tile size for plain f32 operands");
    CHECK(answer(ask("tiled_cmma", withK(64, ElementType::f16)), ElementType::f16) == "f16-tensor-core/g16");
    CHECK_FALSE(ask("tiled_cmma", withK(64, ElementType::f16)).measured);
    CHECK(answer(ask("tiled_cmma", withK(64, ElementType::f16, true))).starts_with("refused: its right operand"));
    CHECK(answer(ask("tiled_cmma", withK(64, ElementType::bf16))).find("write nothing") != std::string::npos);
    CHECK(answer(ask("vecmat_plane_parallel_None")).starts_with("unknown"));
    const auto narrow = ask("matmul_simple_vecmat", withK(9, ElementType::f32, true));
    CHECK(answer(narrow) == "f32/vecmat");
    CHECK_FALSE(narrow.measured);
    CHECK(narrow.because.find("not measured") != std::string::npos);
    CHECK(ask("matmul_simple_vecmat", withK(12, ElementType::f32, true)).measured);
    CHECK_FALSE(ask("matmul_simple_vecmat", withK(12, ElementType::f16, true)).measured);
}

TEST_CASE("with a transposed left operand only classes along k are computed, and said not to be measured") {
    RerunProblem problem = kProblem;
    problem.lhsTransposed = true;
    for (const char* name :
         {"matmul_simple_unit_max_tile_size", "matmul_simple_cyclic_mma", "matmul_simple_tma_cmma"}) {
        const auto arithmetic = ask(name, problem);
        CHECK(answer(arithmetic) == answer(ask(name)));
        CHECK(!arithmetic.measured);
        CHECK(arithmetic.because.find("transposed left operand") != std::string::npos);
    }
    for (const char* name : {"matmul_naive", "gemm_None"})
        CHECK(answer(ask(name, problem)) == "unknown: it was not measured for this layout of the operands");
    problem.k = 254;
    CHECK(answer(ask("matmul_naive", problem)).starts_with("unknown"));
    // Rows of the left buffer run along m now.
    CHECK(answer(ask("matmul_specialized_cyclic_mma", problem)) == "tf32-trunc/g8");
    problem.m = 66;
    CHECK(answer(ask("matmul_specialized_cyclic_mma", problem)) == "refused: its copies need rows aligned to 16 bytes");
    problem.rhsTransposed = true;
    problem.k = 256;
    CHECK(answer(ask("matmul_simple_vecmat", problem)).starts_with("unknown: it was not measured with a transposed"));
    problem.type = ElementType::f16;
    CHECK(answer(ask("cmma", problem), ElementType::f16).starts_with("unknown"));
}

TEST_CASE("it is the distance of the rows that must be aligned, not their length") {
    const CardNumbers hopper = findCard("Hopper").value();
    const auto at = [&](const RerunProblem& problem, const OperandPlacement& placement) {
        return candidateArithmetic("matmul_simple_tma_mma", problem, hopper, CodeGenerator::cudaCpp, placement)
                   .status == CandidateArithmetic::Status::known;
    };
    CHECK(!at(withK(63), {}));
    CHECK(at(withK(63), {64, 0, 0, 0}));
    CHECK(!at(withK(64), {65, 0, 0, 0}));
    CHECK(!at(withK(64), {0, 130, 0, 0}));
    CHECK(!at(withK(64), {0, 0, 0, 2}));
    CHECK(at(withK(64), {0, 0, 0, 4}));
    RerunProblem turned = withK(64, ElementType::f16);
    turned.lhsTransposed = true;
    turned.m = 60;
    CHECK(!at(turned, {}));
    CHECK(at(turned, {64, 0, 0, 0}));
}
