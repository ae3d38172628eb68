#include "core/analyse/numerical_class.h"
#include "tests/support/dataset_builder.h"

#include <bit>
#include <filesystem>
#include <fstream>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using flipscope::testing::matmulProblem;

namespace {

struct MeasuredCell {
    std::string name, checksum;
    std::uint32_t index = 0;
};
struct Shape {
    std::string dtype, generator;
    std::uint64_t m = 0, n = 0, k = 0;
    bool rhsTransposed = false;
    friend auto operator<=>(const Shape&, const Shape&) = default;
};
using MeasuredShapes = std::map<Shape, std::vector<MeasuredCell>>;

// One JSON object a line. Rows that did not run or left elements unwritten say nothing about arithmetic.
void readMeasured(const std::string& path, const std::string& dtype, const std::string& generator,
                  MeasuredShapes& shapes) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const auto row = nlohmann::json::parse(line);
        if (row.value("status", "ok") != "ok" || row.value("unwritten", 0) != 0) continue;
        const Shape shape{row.value("dtype", dtype), row.value("generator", generator), row["m"], row["n"], row["k"],
                          row["rhs_transposed"]};
        shapes[shape].push_back({row["name"], row["checksum"], row["index"]});
    }
}

// The key such a problem would log: buckets of sizes, factors of the real strides.
TuningKey keyOfShape(const Shape& shape) {
    const ElementType type = shape.dtype == "f32"   ? ElementType::f32
                             : shape.dtype == "f16" ? ElementType::f16
                                                    : ElementType::bf16;
    TuningKey key;
    key.operation = Operation::matmul;
    key.matmul = matmulProblem(shape.m, shape.n, shape.k, type,
                               shape.rhsTransposed ? MatrixLayout::transposed : MatrixLayout::rowMajor);
    key.matmul->m = std::bit_ceil(shape.m);
    key.matmul->n = std::bit_ceil(shape.n);
    key.matmul->k = std::bit_ceil(shape.k);
    return key;
}

struct Tally {
    std::size_t cells = 0, known = 0, same = 0, different = 0, violations = 0, differentYetEqual = 0;
};

void compareShape(const Shape& shape, const std::vector<MeasuredCell>& cells, Tally& tally) {
    const TuningKey key = keyOfShape(shape);
    const CodeGenerator generator = shape.generator == "llvm" ? CodeGenerator::llvm : CodeGenerator::cudaCpp;
    CandidateSet set;
    std::vector<PredictedClass> predicted;
    for (const MeasuredCell& cell : cells) {
        set.names.push_back(cell.name);
        const CandidateIndex position{static_cast<std::uint32_t>(set.names.size() - 1)};
        predicted.push_back(predictClass(key, set, position, Card::hopper, generator));
        ++tally.cells;
        if (predicted.back().known) ++tally.known;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (!predicted[i].known || !predicted[j].known) continue;
            const bool equal = cells[i].checksum == cells[j].checksum;
            const bool predictedEqual = predicted[i].id == predicted[j].id;
            ++(predictedEqual ? tally.same : tally.different);
            if (!predictedEqual && equal) ++tally.differentYetEqual;
            if (!predictedEqual || equal) continue;
            ++tally.violations;
            INFO(shape.dtype, " ", shape.generator, " ", shape.m, "x", shape.n, "x", shape.k);
            INFO(cells[i].name, " and ", cells[j].name, " as ", predicted[i].id);
            CHECK(equal);
        }
    }
}

std::map<std::string, Tally> compareAll(const MeasuredShapes& shapes) {
    std::map<std::string, Tally> tallies;
    for (const auto& [shape, cells] : shapes)
        compareShape(shape, cells, tallies[shape.dtype]);
    return tallies;
}

void report(const std::string& dtype, const Tally& tally) {
    MESSAGE(dtype << ": " << tally.known << " of " << tally.cells << " cells with a class, " << tally.same
                  << " pairs predicted equal, " << tally.different << " different, of these " << tally.differentYetEqual
                  << " equal");
}

}  // namespace

TEST_CASE("candidates predicted equal have equal checksums on the card they were measured on") {
    MeasuredShapes shapes;
    readMeasured(FLIPSCOPE_SOURCE_DIR "/resources/checksums/measured-h200.jsonl", {}, {}, shapes);
    CHECK(shapes.size() == 9);
    for (const auto& each : compareAll(shapes)) {
        const auto& dtype = each.first;
        const auto& tally = each.second;
        CAPTURE(dtype);
        report(dtype, tally);
        CHECK(tally.violations == 0);
        CHECK(tally.known * 10 > tally.cells * 9);
        CHECK(tally.same > 150);
        // Small problems in bf16 can round to equal results whatever the class.
        if (dtype != "bf16") CHECK(tally.differentYetEqual == 0);
    }
}

TEST_CASE("the same over all measured shapes, when that data is at hand") {
    const std::string folder = FLIPSCOPE_SHARED_DATA "/candidates/";
    if (!std::filesystem::exists(folder)) return;
    MeasuredShapes shapes;
    readMeasured(folder + "candidates-h200.jsonl", "f32", "cuda-cpp", shapes);
    readMeasured(folder + "candidates-h200-llvm.jsonl", "f32", "llvm", shapes);
    readMeasured(folder + "candidates-h200-f16.jsonl", "f16", "cuda-cpp", shapes);
    readMeasured(folder + "candidates-h200-bf16.jsonl", "bf16", "cuda-cpp", shapes);
    for (const auto& each : compareAll(shapes)) {
        const auto& dtype = each.first;
        const auto& tally = each.second;
        CAPTURE(dtype);
        report(dtype, tally);
        CHECK(tally.violations == 0);
        CHECK(tally.same > 900);
        if (dtype == "f32") CHECK(tally.differentYetEqual == 0);
    }
}

TEST_CASE("a class is read from the name, never from the index") {
    TuningKey key;
    key.matmul = matmulProblem(512, 1024, 128);
    const CandidateSet set{{"matmul_simple_cyclic_cmma", "gemm_None", "matmul_simple_cyclic_mma"}, {}};
    CHECK(predictClass(key, set, {2}, Card::hopper, CodeGenerator::llvm).id == "tf32-rna/g8");
    CHECK(predictClass(key, set, {1}, Card::hopper, CodeGenerator::llvm).id == "f32/gemm4");
    CHECK(predictClass(key, set, {0}, Card::hopper, CodeGenerator::llvm).id == "tf32-rna/g4");
    CHECK(predictClass(key, set, {0}, Card::hopper, CodeGenerator::llvm).known);
}

TEST_CASE("no class without a matmul key, a name, a card that can run it, or the k it hangs on") {
    TuningKey key;
    const CandidateSet set{{"matmul_naive", "matmul_simple_tma_mma", "unit", "matmul_simple_unit"}, {}};
    CHECK_FALSE(predictClass(key, set, {0}, Card::hopper, CodeGenerator::cudaCpp).known);
    key.matmul = matmulProblem(512, 512, 512);
    CHECK(predictClass(key, set, {0}, Card::hopper, CodeGenerator::cudaCpp).id == "f32/partial4");
    CHECK_FALSE(predictClass(key, set, {9}, Card::hopper, CodeGenerator::cudaCpp).known);
    CHECK_FALSE(predictClass(key, set, {2}, Card::hopper, CodeGenerator::cudaCpp).known);
    const PredictedClass refused = predictClass(key, set, {1}, Card::ampere, CodeGenerator::cudaCpp);
    CHECK_FALSE(refused.known);
    CHECK(refused.id == "unknown");
    CHECK(refused.name == "it cannot run there: the tensor memory accelerator came with Hopper");
    key.matmul->lhsStrideFactor = 0;
    CHECK_FALSE(predictClass(key, set, {0}, Card::hopper, CodeGenerator::cudaCpp).known);
    CHECK(predictClass(key, set, {3}, Card::hopper, CodeGenerator::cudaCpp).id == "f32/ascending");
}
