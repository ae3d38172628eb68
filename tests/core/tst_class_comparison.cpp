#include "core/analyse/numerical_class.h"
#include "tests/support/dataset_builder.h"

#include <algorithm>
#include <fstream>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using flipscope::testing::matmulProblem;

namespace {

ClassStatement compare(const MatmulProblem& problem, const std::vector<std::string>& names,
                       const ClassAssumptions& assumptions = {}) {
    TuningKey key;
    key.operation = Operation::matmul;
    key.matmul = problem;
    std::vector<CandidateIndex> all;
    for (std::uint32_t i = 0; i < names.size(); ++i)
        all.push_back({i});
    return compareClasses(key, {names, {}}, all, assumptions);
}

bool mentions(const ClassStatement& statement, std::string_view word) {
    return std::any_of(statement.assumptions.begin(), statement.assumptions.end(),
                       [&](const std::string& text) { return text.find(word) != std::string::npos; });
}

const std::vector<std::string> kFusedNames = {"fused_matmul_fallback",
                                              "fused_simple_vec_mat",
                                              "fused_double_buffering_vec_mat",
                                              "fused_gemm",
                                              "fused_gemv_unit_perpendicular",
                                              "fused_simple_unit",
                                              "fused_double_buffering_unit",
                                              "fused_simple_Cmma",
                                              "fused_simple_multirows_Cmma",
                                              "fused_double_buffering_ordered_cmma",
                                              "fused_double_buffering_Cmma",
                                              "fused_double_buffering_specialized_Cmma",
                                              "fused_simple_Mma",
                                              "fused_simple_multirows_Mma",
                                              "fused_double_buffering_ordered_mma",
                                              "fused_double_buffering_Mma",
                                              "fused_double_buffering_specialized_Mma"};

const std::vector<Card> kFromAmpere = {Card::ampere, Card::ada, Card::hopper, Card::blackwell};

}  // namespace

TEST_CASE("the reported flips stay inside one class on every card that can run them, with both code generators") {
    const std::vector<std::string> names = {"matmul_simple_cyclic_mma_multi_rows",
                                            "matmul_ordered_double_mma_partition_k2_row_count8_rows_per_plane2",
                                            "matmul_double_cyclic_mma"};
    const auto s = compare(matmulProblem(64, 2048, 64, ElementType::f32, MatrixLayout::transposed), names);
    CHECK(s.answer == ClassAnswer::sameBits);
    CHECK(s.sameOn == kFromAmpere);
    CHECK(s.differentOn.empty());
    CHECK(mentions(s, "any card from Ampere on"));
    CHECK(mentions(s, "either code generator"));
    CHECK(mentions(s, "f32 operands multiplied as TF32"));
    CHECK(mentions(s, "any shape"));
}

TEST_CASE("cmma and mma fall together up to Ada and differ from Hopper on") {
    const MatmulProblem p = matmulProblem(512, 512, 512);
    const std::vector<std::string> names = {"matmul_simple_cyclic_mma", "matmul_simple_cyclic_cmma"};
    const auto s = compare(p, names);
    CHECK(s.answer == ClassAnswer::dependsOnCard);
    CHECK(s.sameOn == std::vector<Card>{Card::ampere, Card::ada});
    CHECK(s.differentOn == std::vector<Card>{Card::hopper, Card::blackwell});
    CHECK(mentions(s, "not measured"));
    CHECK(compare(p, names, {Card::ada, {}}).answer == ClassAnswer::sameBits);
    const auto hopper = compare(p, names, {Card::hopper, {}});
    CHECK(hopper.answer == ClassAnswer::differentBits);
    CHECK(hopper.differentOn == std::vector<Card>{Card::hopper});
    CHECK(mentions(hopper, "Hopper"));
    const auto volta = compare(p, names, {Card::volta, {}});
    CHECK(volta.answer == ClassAnswer::unknown);
    CHECK(volta.unknownBecause == "0 matmul_simple_cyclic_mma: the card has no tensor core for these operands");
}

TEST_CASE("a candidate that ran rules out the code generators and cards that refuse it") {
    const MatmulProblem p = matmulProblem(8192, 256, 128);
    const std::vector<std::string> names = {"matmul_simple_cyclic_mma", "matmul_specialized_cyclic_cmma"};
    const auto s = compare(p, names);
    CHECK(s.answer == ClassAnswer::differentBits);
    CHECK(s.differentOn == kFromAmpere);
    CHECK(mentions(s, "the CUDA C++ code generator (LLVM's refuses 1 matmul_specialized_cyclic_cmma)"));
    const auto llvm = compare(p, names, {{}, CodeGenerator::llvm});
    CHECK(llvm.answer == ClassAnswer::unknown);
    CHECK(llvm.unknownBecause.find("matmul_specialized_cyclic_cmma: the LLVM code generator") != std::string::npos);
    const auto tma = compare(p, {"matmul_simple_tma_mma", "matmul_specialized_tma_mma"});
    CHECK(tma.answer == ClassAnswer::sameBits);
    CHECK(tma.sameOn == std::vector<Card>{Card::hopper, Card::blackwell});
}

TEST_CASE("winners that differ do so whatever one that cannot run there would compute") {
    const MatmulProblem p = matmulProblem(8192, 256, 128);
    const std::vector<std::string> names = {"matmul_simple_cyclic_mma", "matmul_specialized_cyclic_cmma",
                                            "matmul_simple_tma_mma"};
    const auto ada = compare(p, names, {Card::ada, {}});
    CHECK(ada.answer == ClassAnswer::differentBits);
    CHECK(ada.differentOn == std::vector<Card>{Card::ada});
    CHECK(ada.leftOut ==
          std::vector<std::string>{"2 matmul_simple_tma_mma: the tensor memory accelerator came with Hopper"});
    // Without a card, one that ran rules out the cards that cannot run it, and nobody is left out.
    const auto any = compare(p, names);
    CHECK(any.differentOn == std::vector<Card>{Card::hopper, Card::blackwell});
    CHECK(any.leftOut.empty());
    // Equal ones prove nothing beside one that is not known.
    const auto alike = compare(p, {names[0], "matmul_double_cyclic_mma", names[2]}, {Card::ada, {}});
    CHECK(alike.answer == ClassAnswer::unknown);
    CHECK(alike.unknownBecause == "2 matmul_simple_tma_mma: the tensor memory accelerator came with Hopper");
    const auto alone = compare(p, {names[0], names[2]}, {Card::ada, {}});
    CHECK(alone.answer == ClassAnswer::unknown);
    // On Ada cmma and mma add up alike; on Volta nothing of TF32 runs, and unit kernels alone do not differ.
    CHECK(compare(p, {names[0], "matmul_simple_cyclic_cmma", names[2]}, {Card::ada, {}}).answer ==
          ClassAnswer::unknown);
    CHECK(compare(p, {"matmul_simple_unit_max_tile_size", "gemm_None", names[0]}, {Card::volta, {}}).answer ==
          ClassAnswer::differentBits);
    // Nor does a code generator that refuses one of them.
    const auto llvm = compare(p, {"gemm_None", names[0], names[1]}, {{}, CodeGenerator::llvm});
    CHECK(llvm.answer == ClassAnswer::differentBits);
    CHECK(llvm.leftOut.size() == 1);
}

TEST_CASE("in half precision all tensor core kernels are one class") {
    for (const ElementType type : {ElementType::f16, ElementType::bf16}) {
        const auto s =
            compare(matmulProblem(512, 512, 512, type),
                    {"matmul_simple_cyclic_mma", "matmul_double_cyclic_cmma", "matmul_specialized_cyclic_mma"});
        CHECK(s.answer == ClassAnswer::sameBits);
        CHECK(s.sameOn == kFromAmpere);
    }
    const auto s =
        compare(matmulProblem(64, 64, 64, ElementType::bf16), {"matmul_simple_cyclic_mma", "matmul_simple_unit"});
    CHECK(s.answer == ClassAnswer::differentBits);
    CHECK(mentions(s, "round to equal values"));
}

TEST_CASE("full precision against TF32 differs whatever k is") {
    MatmulProblem p = matmulProblem(64, 64, 64);
    p.lhsStrideFactor = 0;  // the key does not tell what divides k
    CHECK(compare(p, {"gemm_None", "matmul_simple_cyclic_mma"}).answer == ClassAnswer::differentBits);
    CHECK(compare(p, {"gemm_None", "gemm_None"}).answer == ClassAnswer::sameBits);
}

TEST_CASE("an answer that hangs on k names it as an assumption, or is unknown when the key does not tell") {
    MatmulProblem p = matmulProblem(64, 64, 128);
    const auto wide = compare(p, {"gemm_None", "matmul_simple_unit"});
    CHECK(wide.answer == ClassAnswer::differentBits);
    CHECK(wide.differentOn.size() == kAllCards.size());
    CHECK(mentions(wide, "k a multiple of 128"));
    p.lhsStrideFactor = 4;
    const auto narrow = compare(p, {"gemm_None", "matmul_simple_unit"});
    CHECK(narrow.answer == ClassAnswer::sameBits);
    CHECK(mentions(narrow, "k a multiple of 4"));
    p.lhsStrideFactor = 0;
    const auto open = compare(p, {"gemm_None", "matmul_simple_unit"});
    CHECK(open.answer == ClassAnswer::unknown);
    CHECK(open.unknownBecause.find("hangs on k") != std::string::npos);
}

TEST_CASE("one unknown class leaves the answer open unless two others differ") {
    const MatmulProblem p = matmulProblem(512, 512, 512);
    const auto open = compare(p, {"matmul_simple_cyclic_mma", "gemm_cpu_general"});
    CHECK(open.answer == ClassAnswer::unknown);
    CHECK(open.unknownBecause == "1 gemm_cpu_general: it is a kernel for processors");
    CHECK(compare(p, {"gemm_cpu_general", "matmul_simple_cyclic_mma", "matmul_simple_unit"}).answer ==
          ClassAnswer::differentBits);
}

TEST_CASE("equal names with unknown arithmetic are not taken for equal") {
    TuningKey sum;
    sum.operation = Operation::sum;
    const auto s = compareClasses(sum, {{"sum_one_shot", "sum_one_shot"}, {}}, {{0}, {1}}, {});
    CHECK(s.answer == ClassAnswer::unknown);
    CHECK(s.unknownBecause == "classes are known for matmul kernels only");
}

TEST_CASE("one winner repeats its bits, unless it hands over to another tuner") {
    TuningKey key;
    const CandidateSet set{{"plane", "fused_reduce_fallback"}, {}};
    CHECK(compareClasses(key, set, {{0}, {0}}, {}).answer == ClassAnswer::sameBits);
    CHECK(compareClasses(key, set, {{1}}, {}).answer == ClassAnswer::unknown);
    CHECK(compareClasses(key, set, {}, {}).unknownBecause == "no winner is known");
    CHECK(compareClasses(key, set, {{7}}, {Card::ada, {}}).sameOn == std::vector<Card>{Card::ada});
}

TEST_CASE("fused kernels: mma, cmma and units are three classes, the fallback is open") {
    const MatmulProblem p = matmulProblem(8192, 128, 128);
    CHECK(compare(p, {"fused_simple_Mma", "fused_double_buffering_ordered_mma"}).answer == ClassAnswer::sameBits);
    CHECK(compare(p, {"fused_simple_Mma", "fused_double_buffering_Cmma"}, {Card::hopper, {}}).answer ==
          ClassAnswer::differentBits);
    CHECK(compare(p, {"fused_simple_Mma", "fused_simple_unit"}).answer == ClassAnswer::differentBits);
    CHECK(compare(p, {"fused_simple_Mma", "fused_matmul_fallback"}).answer == ClassAnswer::unknown);
}

TEST_CASE(
    "a program with one fused kernel forced to another keeps its output when predicted, and changes it when "
    "predicted") {
    // One line a process: everything as in one run, one fused key forced from `base` to `forced`.
    std::ifstream file(FLIPSCOPE_TEST_DATA "/candidates/forced-fused-matmul.jsonl");
    std::map<std::string, std::map<std::uint32_t, std::string>> outputs;
    std::size_t same = 0, different = 0;
    for (std::string line; std::getline(file, line);) {
        const auto row = nlohmann::json::parse(line);
        const TuningKey key = makeTuningKey(row["key"].dump(), kFusedNames, {});
        REQUIRE(key.matmul.has_value());
        const auto s = compareClasses(key, {kFusedNames, {}}, {{row["base"]}, {row["forced"]}},
                                      {Card::hopper, CodeGenerator::cudaCpp});
        CAPTURE(line);
        if (s.answer == ClassAnswer::sameBits) {
            ++same;
            CHECK(row["same_output"].get<bool>());
        } else if (s.answer == ClassAnswer::differentBits) {
            ++different;
            CHECK_FALSE(row["same_output"].get<bool>());
        }
    }
    CHECK(same == 16);
    CHECK(different == 28);
}
