#pragma once

#include "core/model/result.h"
#include "core/model/run.h"
#include "core/read/file_bytes.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace flipscope {

// Reads a text the program wrote: all of it, or, when it is longer than `most` bytes, its beginning and its end cut at
// line ends with a line between them that says how much is left out. Never reads more than `most` bytes. path stands in
// the result only.
[[nodiscard]] Result<TextOutput> readTextOutput(const InputFile& file, const std::string& path, ReadBuffer& buffer,
                                                std::size_t most = kMaxTextOutput, const std::stop_token& stop = {});

// The text without lines that are decisions: what else a program printed when its decisions went to the same place.
[[nodiscard]] std::string withoutDecisionLines(std::string_view text);

// The exit status a file holds: one integer, or a JSON object with a member rc, exit_status, exit_code or returncode.
// Null when it holds none.
[[nodiscard]] std::optional<int> exitStatusIn(std::string_view content);
// Whether the content is the record that was written of a run when it was made (run.json): its status was measured.
[[nodiscard]] bool isRunRecord(std::string_view content);
inline constexpr std::string_view kRunRecordSchema = "flipscope-run/1";
// Why it holds none.
[[nodiscard]] std::string whyNoStatus(std::string_view content);

}  // namespace flipscope
