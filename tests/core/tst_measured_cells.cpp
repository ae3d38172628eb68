#include "tests/support/measured_cells.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

TEST_CASE("measured checksums of real kernels come out bit for bit") {
    const auto& cells = builtInMeasuredCells();
    CHECK(cells.size() == 239);
    // The one real silent failure: bf16 candidate 32 writes nothing; its checksum is that of whatever was there before.
    const CellTally tally = compareCells(cells);
    for (const auto& line : tally.different)
        MESSAGE("different: ", line);
    for (const auto& line : tally.notComputable)
        CHECK(line.find("tiled_cmma") != std::string::npos);
    CHECK(tally.different.empty());
    CHECK(tally.wronglyRefused.empty());
    CHECK(tally.equal + tally.notComputable.size() == cells.size());
    CHECK(tally.equal > 225);
}

TEST_CASE("a table is read line by line, and a damaged line is named") {
    const std::string good =
        R"({"dtype":"f16","generator":"llvm","index":3,"name":"a","m":1,"n":2,"k":3,"rhs_transposed":true,"checksum":"c"})";
    const auto cells = parseMeasuredCells("\n" + good + "\r\n" + good, CodeGenerator::cudaCpp);
    REQUIRE(cells);
    REQUIRE(cells.value().size() == 2);
    CHECK(cells.value()[1].label() == "3 a 1×2×3 f16 rhsᵀ");
    CHECK((cells.value()[0].generator == CodeGenerator::llvm));
    CHECK(cells.value()[0].status == "ok");
    for (const char* damaged : {"{", "[]", "3", R"({"index":"x"})", R"({"index":1})"}) {
        const auto refused = parseMeasuredCells(good + "\n" + damaged, CodeGenerator::cudaCpp);
        CHECK(refused.errorMessage().find("line 2 ") == 0);
    }
}
