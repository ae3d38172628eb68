#include "tests/support/measured_cells.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

TEST_CASE("measured checksums of real kernels come out bit for bit") {
    auto cells = readMeasuredCells(FLIPSCOPE_TEST_DATA "/candidates/measured-h200.jsonl", CodeGenerator::cudaCpp);
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
