// The whole tables of measured candidates, where they lie beside the project; ctest shows this test as skipped
// elsewhere (tests/CMakeLists.txt).
#include "tests/support/measured_cells.h"

#include <filesystem>
#include <iostream>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

const std::string kTables = FLIPSCOPE_SHARED_DATA "/candidates/";

void printAll(const char* title, const std::vector<std::string>& lines) {
    for (const auto& line : lines)
        std::cout << "  " << title << ": " << line << '\n';
}

// Cells of problems below (or not below) 2^32 multiply-accumulates, which take a while.
void checkTable(const std::string& file, CodeGenerator generator, bool large, std::size_t expectedCells) {
    auto cells = readMeasuredCells(kTables + file, generator);
    std::erase_if(cells, [large](const MeasuredCell& cell) {
        return (cell.problem.m * cell.problem.n * cell.problem.k >= std::size_t{1} << 32U) != large;
    });
    CHECK(cells.size() == expectedCells);
    const CellTally tally = compareCells(cells);
    std::cout << file << (large ? ", large" : "") << ": " << tally.equal << " equal, " << tally.different.size()
              << " different, " << tally.notComputable.size() << " not computable, " << tally.refusedAsPredicted
              << " refused as predicted, " << tally.refusalMissed.size() << " refused unpredicted\n";
    printAll("different", tally.different);
    printAll("not computable", tally.notComputable);
    printAll("wrongly refused", tally.wronglyRefused);
    printAll("refused unpredicted", tally.refusalMissed);
    CHECK(tally.different.empty());
    CHECK(tally.wronglyRefused.empty());
    for (const auto& lines : {tally.notComputable, tally.refusalMissed}) {
        for (const auto& line : lines)
            CHECK(line.find("tiled_cmma") != std::string::npos);
    }
    CHECK(tally.equal + 3 >= cells.size() - tally.refusedAsPredicted - tally.refusalMissed.size());
}

bool tablesAtHand() {
    if (std::filesystem::exists(kTables)) return true;
    std::cout << "SKIPPED: no measured tables at " << kTables << '\n';
    return false;
}

}  // namespace

TEST_CASE("every cell of the measured tables" * doctest::test_suite("slow")) {
    if (!tablesAtHand()) return;
    checkTable("candidates-h200.jsonl", CodeGenerator::cudaCpp, false, 297);
    checkTable("candidates-h200-llvm.jsonl", CodeGenerator::llvm, false, 297);
    checkTable("candidates-h200-f16.jsonl", CodeGenerator::cudaCpp, false, 217);
    checkTable("candidates-h200-bf16.jsonl", CodeGenerator::cudaCpp, false, 217);
}

TEST_CASE("the largest problems of the measured tables" * doctest::test_suite("slow")) {
    if (!tablesAtHand()) return;
    checkTable("candidates-h200.jsonl", CodeGenerator::cudaCpp, true, 33);
    checkTable("candidates-h200-llvm.jsonl", CodeGenerator::llvm, true, 33);
}
