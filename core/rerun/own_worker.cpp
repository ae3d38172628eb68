#include "core/rerun/own_worker.h"

#include <filesystem>
#include <system_error>

namespace flipscope {

std::string ownWorker() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "flipscope-worker" : (self.parent_path() / "flipscope-worker").string();
}

ChildCommand ownWorkerCommand(const std::string& worker, const std::string& backend, const std::string& cardFile) {
    ChildCommand command{{worker, "--backend", backend}};
    if (!cardFile.empty()) command.arguments.insert(command.arguments.end(), {"--card", cardFile});
    return command;
}

}  // namespace flipscope
