#pragma once

#include "core/process/process_identity.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace flipscope {

// The processes, this one left out, that were started with this variable ("NAME=value") in their environment or
// inherited it, wherever their parents, groups and sessions went. Those that removed it and those of other users are
// not seen. Thread rule: any thread.
[[nodiscard]] std::vector<pid_t> markedProcesses(const std::string& variable);

struct EndedProcesses {
    std::vector<pid_t> ended;      // in the order in which they were found
    std::vector<pid_t> unstopped;  // that run on although they were killed: the system holds them
};

// Ends the marked processes and, where it still runs, `leader` with its group: asks them, and kills them after `grace`.
// What they start meanwhile is ended with them. variable: see markedProcesses; empty for none.
EndedProcesses endProcesses(const std::string& variable, const std::optional<ProcessIdentity>& leader,
                            std::chrono::milliseconds grace);

}  // namespace flipscope
