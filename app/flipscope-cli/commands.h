#pragma once

#include "app/flipscope-cli/options.h"
#include "core/model/result.h"

#include <stop_token>
#include <string>

namespace flipscope::cli {

// What a command leaves: the text to write and the exit status to end with.
struct Answer {
    std::string text;
    int exitStatus = kDone;
};

[[nodiscard]] Result<Answer> runSummary(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runDiff(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runKey(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runSuspects(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runOutcomes(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runRerun(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runWorkerCheck(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runCalibrate(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runSelfCheck(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runPinMake(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runPinShow(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runPinWrite(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runPinCheck(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runCollect(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runForce(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runBisect(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runReport(const Options& options, const std::stop_token& stop);
[[nodiscard]] Result<Answer> runExport(const Options& options, const std::stop_token& stop);

// Tables that `export --what` knows.
[[nodiscard]] std::string exportNames();
[[nodiscard]] bool isExportName(const std::string& name);

}  // namespace flipscope::cli
