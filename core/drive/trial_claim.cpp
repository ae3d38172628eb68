#include "core/drive/trial_claim.h"

#include <utility>

namespace flipscope {

Result<TrialClaim> claimTrials(const std::string& folder) {
    Result<FolderLock> lock = lockWholeFolder(folder);
    if (!lock) return Error{lock.errorMessage()};
    std::vector<std::string> remarks = lockRemarks(folder, lock.value());
    return TrialClaim{folder, std::move(lock).value(), std::move(remarks)};
}

}  // namespace flipscope
