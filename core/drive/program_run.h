#pragma once

#include "core/model/result.h"
#include "core/process/child_process.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <sys/types.h>

namespace flipscope {

// A user's program, run once to its end.
struct ProgramRun {
    ChildCommand command;
    std::string outputFile, errorFile;  // standard output and error go there as they come
    std::optional<std::chrono::milliseconds> limit;
    std::function<void(std::chrono::milliseconds)> tick =
        {};  // about five times a second, with the time since the start
    // Not empty: the program is noted in this file while it runs (see StartedProgram) and marked in its environment, so
    // that what it leaves running is ended with it, in sessions of its own too.
    std::string noteFile = {};
};

struct ProgramEnd {
    ChildEnd end;
    double seconds = 0;
    bool timedOut = false;
    bool stopped = false;            // by the user
    std::vector<pid_t> leftRunning;  // processes that ran on behind it in sessions of their own, until they were ended
};

// Runs it with a closed standard input. At the limit, and on a stop request, its whole process group is asked to end
// and killed five seconds later; when this program is killed meanwhile the group is killed at once. An Error: it could
// not be started, or a file not be written.
[[nodiscard]] Result<ProgramEnd> runProgram(const ProgramRun& run, const std::stop_token& stop);

}  // namespace flipscope
