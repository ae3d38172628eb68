#pragma once

#include "core/model/dataset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace flipscope::testing {

// One run a text, "run1" …, each with that text as its stdout.log and nothing else.
[[nodiscard]] inline Dataset runsWithOutputs(const std::vector<std::string>& texts) {
    Dataset dataset;
    for (const std::string& text : texts) {
        Run run;
        run.id = "run" + std::to_string(dataset.runs.size() + 1);
        run.outputs.push_back({run.id + "/stdout.log", text, false});
        dataset.runs.push_back(std::move(run));
    }
    return dataset;
}

[[nodiscard]] inline std::vector<RunIndex> allRuns(const Dataset& dataset) {
    std::vector<RunIndex> runs;
    for (std::uint32_t run = 0; run < dataset.runs.size(); ++run)
        runs.push_back(RunIndex{run});
    return runs;
}

}  // namespace flipscope::testing
