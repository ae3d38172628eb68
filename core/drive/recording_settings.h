#pragma once

#include "core/drive/toml_table.h"
#include "core/model/result.h"
#include "core/process/child_process.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// The configuration that a cubecl program finds from a folder: the first readable one of cubecl.toml, CubeCL.toml,
// burn.toml and Burn.toml (section [cubecl]) there or in a folder above (formats cubecl-0.11 §1).
struct ProgramConfig {
    std::string path;  // empty: none
    TomlTable settings;
    // Files that cubecl ignores, each with the place and the reason: not readable, no TOML, or a value of another kind
    // than cubecl expects among the settings that recording replaces (the copy keeps what is wrong with any other).
    std::vector<std::string> passedOver;
};
// An Error: a file is too large to be copied.
[[nodiscard]] Result<ProgramConfig> findProgramConfig(const std::string& folder);

// Text of the cubecl.toml for a run of its own: the program's settings, but decisions go to decisions.jsonl and the
// environment database to env/ of the run's folder, both by absolute path. An Error: it cannot be written anew.
[[nodiscard]] Result<std::string> recordingConfig(const ProgramConfig& config, const std::string& runFolder);

// The decision log that the program's own configuration asks for, relative paths from `folder`; null: none.
[[nodiscard]] std::optional<std::string> configuredDecisionLog(const ProgramConfig& config, const std::string& folder);

// Where a program that runs in `folder` with this configuration has its environment database (formats cubecl-0.11
// §4.2). environmentName: value of CUBECL_ENVIRONMENT, empty: not set.
[[nodiscard]] std::string environmentDatabasePath(const ProgramConfig& config, const std::string& folder,
                                                  const std::string& environmentName);

// Frameworks whose choices are kept beside cubecl's, which always are.
struct RecordedFrameworks {
    bool triton = true, xla = true, inductor = false;
};

using EnvironmentChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;

// Variables of a run that keeps its choices in runFolder: cubecl's caches on and no environment name from outside;
// Triton's cache and texts (formats others); XLA's dumps added to XLA_FLAGS, unless it names some itself.
[[nodiscard]] EnvironmentChanges recordingEnvironment(const RecordedFrameworks& frameworks,
                                                      const std::string& runFolder);

}  // namespace flipscope
