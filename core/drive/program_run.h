#pragma once

#include "core/model/result.h"
#include "core/process/child_process.h"
#include "core/process/marked_processes.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// A user's program, run once to its end.
struct ProgramRun {
    ChildCommand command;
    std::string outputFile, errorFile;  // standard output and error go there as they come
    std::optional<std::chrono::milliseconds> limit;
    std::function<void(std::chrono::milliseconds)> tick =
        {};  // about five times a second, with the time since the start
    // Not empty: the program is noted in this file while it runs (see StartedProgram) and marked in its environment, so
    // that what it leaves running is ended with it, in sessions of its own too. The note is taken away when nothing of
    // it runs any more.
    std::string noteFile = {};
    // What else the note says: see StartedProgram. With a database the note stays, for the caller to take away once
    // that one is.
    std::string mark = {};  // empty: a fresh one
    std::string noteDatabase = {};
};

struct ProgramEnd {
    ChildEnd end;
    double seconds = 0;
    bool timedOut = false;
    bool stopped = false;  // by the user
    // Processes that ran on behind it outside its group until they were ended, and those that could not be. Those of
    // its group are killed with it and not named.
    EndedProcesses leftRunning;
};

// Runs it with a closed standard input. At the limit, and on a stop request, its whole process group is asked to end
// and killed five seconds later; when this program is killed meanwhile the group is killed at once. An Error: it could
// not be started, or a file not be written; then it is ended, too, with what it started. Thread rule: any thread; tick
// is called on it.
[[nodiscard]] Result<ProgramEnd> runProgram(const ProgramRun& run, const std::stop_token& stop);

}  // namespace flipscope
