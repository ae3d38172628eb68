#pragma once

#include "core/analyse/card.h"
#include "core/model/result.h"
#include "core/rerun/rerun_problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// One measured (candidate, problem): what a real kernel gave for the seeded inputs of seeds 1 and 2.
struct MeasuredCell {
    unsigned index = 0;  // in the candidate set that was measured
    std::string name;
    RerunProblem problem;
    CodeGenerator generator = CodeGenerator::cudaCpp;
    std::string status, checksum;  // "ok" or "error"; 16 hexadecimal digits
    bool deterministic = true;     // the same bits in every repeat

    // "13 matmul_simple_cyclic_mma 512×1024×128 f32"
    [[nodiscard]] std::string label() const;
};

// The lines of a JSON-lines table of measured cells; `generator` where a line does not say. The Error names the line.
[[nodiscard]] Result<std::vector<MeasuredCell>> parseMeasuredCells(std::string_view table, CodeGenerator generator);

// The cells that come with the program (resources/checksums): candidates of burn 0.22.0's matmul set, measured on an
// H200, some for each class and type. Their card is Hopper.
[[nodiscard]] const std::vector<MeasuredCell>& builtInMeasuredCells();

}  // namespace flipscope
