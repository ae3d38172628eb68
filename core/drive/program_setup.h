#pragma once

#include "core/drive/recorded_run.h"
#include "core/model/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What a user says about the program to run, on a command line or in a form.
struct ProgramWish {
    std::vector<std::string> command;  // the program and its arguments
    std::string folder;                // where the user stands; empty: the working folder of this process
    bool keepsFolder = false;
    RecordedFrameworks frameworks;
    double limitSeconds = 0;  // of one run; 0: none
};

// The program as it is to run, and what the user should know before it does.
struct ProgramSetup {
    DrivenProgram program;
    std::vector<std::string> ignored;   // sentences on its configuration files that cubecl ignores, and so do the runs
    std::vector<std::string> notFound;  // arguments that name files which it will not find from a run's folder
};

// An Error: no program is named, the folder cannot be entered, the program's configuration cannot be copied. Thread
// rule: any thread.
[[nodiscard]] Result<ProgramSetup> setUpProgram(const ProgramWish& wish);

// Seconds as a time limit; null for 0.
[[nodiscard]] std::optional<std::chrono::milliseconds> limitOf(double seconds);

// The absolute path, without a slash at its end, of a folder for results as named by a user who stands in `from`
// (empty: the working folder of this process).
[[nodiscard]] std::string resultFolderFrom(const std::string& from, const std::string& folder);

}  // namespace flipscope
