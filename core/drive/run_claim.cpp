#include "core/drive/run_claim.h"

#include "core/drive/started_program.h"

#include <filesystem>
#include <utility>

namespace flipscope {

Result<RunClaim> claimRun(const std::string& runFolder) {
    const std::filesystem::path path = runFolder;
    const std::string parent = path.parent_path().string();
    Result<FolderLock> lock = FolderLock::take(parent, path.filename().string());
    if (!lock) return Error{lock.errorMessage()};
    RunClaim claim{runFolder, std::move(lock).value(), {}};
    if (!claim.lock.holder().empty()) return claim;
    claim.remarks = endLeftRunning(runFolder);
    return claim;
}

}  // namespace flipscope
