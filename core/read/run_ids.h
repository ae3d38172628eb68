#pragma once

#include <string>
#include <vector>

namespace flipscope {

// Where a run lies: a folder, and the file in it that names the run when the folder alone does not. Raw bytes.
struct RunPlace {
    std::string folder;   // canonical; archives count as folders
    std::string ownName;  // may be empty
};

// Ids of runs, one for each place in its order: the shortest path suffix that no other place has ("run13"; "a/run1" and
// "b/run1"). Folders such as env or logs, archive endings and the endings of file names are left away where the rest is
// still unique. Printable and unique.
[[nodiscard]] std::vector<std::string> nameRuns(const std::vector<RunPlace>& places);

}  // namespace flipscope
