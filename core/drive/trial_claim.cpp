#include "core/drive/trial_claim.h"

#include "core/drive/run_mark.h"

#include <utility>

namespace flipscope {

Result<TrialClaim> claimTrials(const std::string& folder) {
    Result<FolderLock> lock = lockWholeFolder(folder);
    if (!lock) return Error{lock.errorMessage()};
    if (auto foreign = foreignAmongTrials(folder)) return *foreign;
    std::vector<std::string> remarks = lockRemarks(folder, lock.value());
    return TrialClaim{folder, std::move(lock).value(), std::move(remarks)};
}

}  // namespace flipscope
