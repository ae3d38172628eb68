#pragma once

#include "core/drive/folder_lock.h"
#include "core/model/result.h"

#include <string>
#include <vector>

namespace flipscope {

// The right to make trials in a folder, the run for their base database included, for as long as this lives.
struct TrialClaim {
    std::string folder;
    FolderLock lock;
    std::vector<std::string> remarks;  // sentences on what was found in the folder
};

// An Error: another one makes trials or a collection there (see lockWholeFolder), the lock's file cannot be made, or
// something that is none of Flipscope's has the name of a trial there.
// Thread rule: any thread.
[[nodiscard]] Result<TrialClaim> claimTrials(const std::string& folder);

}  // namespace flipscope
