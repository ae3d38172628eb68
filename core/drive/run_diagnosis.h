#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flipscope {

// Whether a run's choices were kept, and if not, why not (formats cubecl-0.11 §1 and §4.1).
enum class ChoiceKeeping : std::uint8_t {
    kept,             // a decision log with decisions, and a database
    keptLogOnly,      // decisions, but no database and no folder for it: built without persistence
    databaseRefused,  // decisions, the folder was made, but no database in it: the file system or its rights
    databaseOnly,     // a database, no decision log
    nothingTuned,     // the configuration was read, and no key was tuned or all choices came from a cache
    configNotRead,    // no decision log at all: it is no cubecl program, or it read another configuration
    configIgnored,    // no decision log, and the program said that it ignores a configuration
};
[[nodiscard]] std::string_view toString(ChoiceKeeping keeping);

// What cubecl writes to standard error about a configuration that it does not take, before its path and the reason.
inline constexpr std::string_view kConfigIgnored = "cubecl config: Ignoring";

struct RunDiagnosis {
    ChoiceKeeping keeping = ChoiceKeeping::configNotRead;
    std::string databasePath;     // where the database is, or would be
    bool otherFramework = false;  // files of Triton, XLA or Inductor were kept
    bool hasDatabase = false;     // there is one, and it is not empty
    std::string ignoredConfig{};  // of configIgnored: the program's own line
};

// Looks at a run's folder after the run. databasePath: where its database was to be.
[[nodiscard]] RunDiagnosis diagnoseRun(const std::string& runFolder, const std::string& databasePath);

}  // namespace flipscope
