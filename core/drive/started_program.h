#pragma once

#include "core/model/result.h"
#include "core/process/marked_processes.h"
#include "core/process/process_identity.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// A program that was started for a run, as it is noted in the run's folder while it runs: a start after a crash finds
// it there.
struct StartedProgram {
    ProcessIdentity process;  // number 0: it is about to be started
    std::string mark;  // 32 hexadecimal digits: the value of kMarkVariable in its environment, which no other run has
    std::string host;
    std::string database = {};  // that lies among those of the user's project until the run is over; empty: none does
};
inline constexpr std::string_view kStartedProgramName = "process.json";
inline constexpr std::string_view kMarkVariable = "FLIPSCOPE_RUN";

[[nodiscard]] std::string freshMark();
// "FLIPSCOPE_RUN=0123…": by which the program and what it starts are known (see markedProcesses).
[[nodiscard]] std::string variableOf(const std::string& mark);
[[nodiscard]] std::string toJson(const StartedProgram& program);
// An Error: no such file, or none that toJson wrote.
[[nodiscard]] Result<StartedProgram> readStartedProgram(const std::string& path);

// "run3: its program ended but left process 12 running, which was ended, too.", and the same of those that could not be
// ended.
[[nodiscard]] std::vector<std::string> leftRunningRemarks(const std::string& runFolder, const EndedProcesses& left);

// Ends what an earlier start left running for the run in this folder, removes the database that it left in the project
// (see removeLeftDatabase), and takes its note away unless some of it could not be ended; sentences on what was found.
// Only processes of this start of this machine that have the noted mark are touched, and their group (see
// endProcesses): whoever can write to the folder can note any number. What cannot be told is said. Thread rule: one a
// folder at a time.
[[nodiscard]] std::vector<std::string> endLeftRunning(const std::string& runFolder);

}  // namespace flipscope
