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
// Whether this process is one of them. Thread rule: any thread.
[[nodiscard]] bool isMarked(pid_t process, const std::string& variable);

struct EndedProcesses {
    std::vector<pid_t> ended;      // in the order in which they were found
    std::vector<pid_t> unstopped;  // that run on although they were killed: the system holds them
};

// Ends the marked processes: asks them, and kills them after `grace`. What they start meanwhile is ended with them, and
// so is the whole group that `first` is in, as long as that one runs and both it and the group's leader are marked:
// anybody can tell a process by its number and its start, only its own user reads the mark. variable: see
// markedProcesses.
EndedProcesses endProcesses(const std::string& variable, const std::optional<ProcessIdentity>& first,
                            std::chrono::milliseconds grace);

}  // namespace flipscope
