#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_session.h"

#include <string>
#include <vector>

namespace flipscope {

// A report as the messages of docs/worker-protocol.md that made it: hello, then each request followed by its results.
// What became of the worker (failure, stopped, losses) is not part of it, nor are keys and output patterns.
[[nodiscard]] std::vector<std::string> transcriptOf(const RerunReport& report);

// The way back. Lines may come from anywhere: an Error names the first that is no such message or stands in the wrong
// place; of other versions' messages nothing is taken.
[[nodiscard]] Result<RerunReport> reportOfTranscript(const std::vector<std::string>& lines);

}  // namespace flipscope
