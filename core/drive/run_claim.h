#pragma once

#include "core/drive/folder_lock.h"
#include "core/model/result.h"

#include <string>
#include <vector>

namespace flipscope {

// The right to make the run of a folder. While it lives no other start makes that run or takes it for an interrupted
// one.
struct RunClaim {
    std::string folder;
    FolderLock lock;                   // its holder() is not empty: another one makes the run, and nothing was done
    std::vector<std::string> remarks;  // sentences: what an interrupted start had left running
};

// Takes the lock of the run beside its folder, and ends what an interrupted start left running for it. The folder
// itself stays as it is. An Error: the lock's file cannot be made. Thread rule: any thread.
[[nodiscard]] Result<RunClaim> claimRun(const std::string& runFolder);

}  // namespace flipscope
