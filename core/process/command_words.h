#pragma once

#include "core/model/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Splits a command line into words as a shell would, without one: blanks separate; '…' keeps all, "…" all but \" and
// \\; a backslash keeps the next character. Nothing is expanded. An Error names a quote that is never closed.
[[nodiscard]] Result<std::vector<std::string>> splitCommandWords(std::string_view line);

// One word as a POSIX shell reads it: quoted where it needs to be.
[[nodiscard]] std::string quotedForShell(std::string_view word);

// The command that a launcher runs ("srun --ntasks=1", "ssh host"): its words followed by the command's. ssh hands a
// line to a shell over there, so that for it the command becomes one quoted word.
[[nodiscard]] std::vector<std::string> launchedBy(const std::vector<std::string>& launcher,
                                                  const std::vector<std::string>& command);

}  // namespace flipscope
