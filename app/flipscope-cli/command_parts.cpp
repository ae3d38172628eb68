// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/command_parts.h"

namespace flipscope::cli {

void addPaths(CLI::App& command, Options& options) {
    command.add_option("paths", options.paths, "runs: log files, run folders, a parent of many, archives")
        ->required()
        ->type_name("PATHS");
}

CLI::Validator notEmpty(const std::string& what) {
    return {[what](std::string& value) { return value.empty() ? "the " + what + " is empty" : std::string(); }, ""};
}

}  // namespace flipscope::cli
