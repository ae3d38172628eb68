#pragma once

#include "core/rerun/measured_cells.h"

#include <string>
#include <vector>

namespace flipscope::test {

// The cells of a JSON-lines file; `generator` where the line does not say.
std::vector<MeasuredCell> readMeasuredCells(const std::string& path, CodeGenerator generator);

// The cells of a table against the emulator with Hopper's card file.
struct CellTally {
    std::size_t equal = 0;
    std::size_t refusedAsPredicted = 0;
    std::vector<std::string> different;      // computed, but other bits
    std::vector<std::string> notComputable;  // ran on the card, and the emulator says why it cannot
    std::vector<std::string> wronglyRefused;
    std::vector<std::string> refusalMissed;  // the card declined, the rules did not know
};

CellTally compareCells(const std::vector<MeasuredCell>& cells);

}  // namespace flipscope::test
