#pragma once

#include "core/drive/machine.h"
#include "core/drive/program_run.h"
#include "core/model/result.h"
#include "core/read/text_output.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What is kept of one run beside its outputs, in run.json of its folder: written last, so that its presence says that
// the run is complete.
struct RunRecord {
    std::vector<std::string> command;
    std::string folder;   // that it ran in
    std::string started;  // "2026-11-30T16:59:42Z"
    double seconds = 0;
    int exitStatus = 0;  // 128 + signal when a signal ended it, as shells say
    int signal = 0;
    bool timedOut = false;
    Machine machine;
    std::string note;  // of a run that failed: the last line of its standard error
};

inline constexpr std::string_view kRunRecordName = "run.json";  // of the schema kRunRecordSchema

[[nodiscard]] std::string toJson(const RunRecord& record);
// An Error: no such file, or none that toJson wrote; it names the member that is missing or of a wrong kind.
[[nodiscard]] Result<RunRecord> readRunRecord(const std::string& path);

// It ended with a failure or was ended.
[[nodiscard]] bool isFailure(const RunRecord& record);
// "status 0", "signal 6 (Aborted)", "stopped by the time limit".
[[nodiscard]] std::string endInWords(const RunRecord& record);
// The end of one that failed, with the last words of its standard error, fit to be shown: "exit status 127; its last
// words: “…”".
[[nodiscard]] std::string failureInWords(const RunRecord& record);

// The present time as `started` has it.
[[nodiscard]] std::string timeNow();

}  // namespace flipscope
