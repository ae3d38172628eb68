#pragma once

#include "core/drive/recorded_run.h"
#include "core/read/loader.h"
#include "tests/support/sample_database.h"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace flipscope::testing {

// The program of tests/drive, which behaves like one of cubecl. `scenario`: see there.
inline DrivenProgram simulatedProgram(const TemporaryFolder& folder, const nlohmann::json& scenario,
                                      const std::string& name = "scenario.json") {
    writeFile(folder.file(name), scenario.dump());
    DrivenProgram program;
    program.command = {"python3", "-S", FLIPSCOPE_SOURCE_DIR "/tests/drive/simulated_program.py", folder.file(name)};
    program.folder = folder.path();
    return program;
}

// One run of it, recorded in folder/name.
inline RecordedRun simulatedRun(const TemporaryFolder& folder, const nlohmann::json& scenario,
                                const std::string& name) {
    auto run = recordRun(simulatedProgram(folder, scenario, name + ".json"), folder.file(name), {}, {}, {});
    REQUIRE_MESSAGE(run, run.errorMessage());
    return std::move(run).value();
}

inline Dataset loadedRuns(const std::vector<std::string>& paths) {
    auto dataset = loadRuns(paths);
    REQUIRE_MESSAGE(dataset, dataset.errorMessage());
    return std::move(dataset).value();
}

}  // namespace flipscope::testing
