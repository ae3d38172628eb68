#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// A file that the folder of every run and trial holds from its first moment: by it what an interrupted start left is
// told from a folder of the user's that only has such a name.
inline constexpr std::string_view kRunMarkName = ".flipscope-run";

// "run12" for the word "run": how the folders of runs and trials are called.
[[nodiscard]] bool isNumbered(std::string_view name, std::string_view word);

// Makes the folder, with those above it that are missing, and its mark.
[[nodiscard]] std::optional<Error> makeMarkedFolder(const std::string& path);

// Why the place of a run or trial cannot be taken: something is there that Flipscope did not make. Null where there is
// nothing, an empty folder, or one that was made for a run: with its mark, with a run.json, or with the cubecl.toml
// that a run's own folder has. Thread rule: any thread.
[[nodiscard]] std::optional<Error> foreignAt(const std::string& path);
// The same of all places that the trials of a folder may take: trial1, trial2, … and recording.
[[nodiscard]] std::optional<Error> foreignAmongTrials(const std::string& folder);

}  // namespace flipscope
