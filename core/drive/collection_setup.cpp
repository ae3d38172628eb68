#include "core/drive/collection_setup.h"

#include <chrono>
#include <filesystem>

namespace flipscope {

std::vector<std::string> collectTaskWords(const CollectionPlan& plan, const std::string& commandLine) {
    const DrivenProgram& program = plan.program;
    std::string frameworks = "cubecl";
    if (program.frameworks.triton) frameworks += ",triton";
    if (program.frameworks.xla) frameworks += ",xla";
    if (program.frameworks.inductor) frameworks += ",inductor";
    std::vector<std::string> words{commandLine, "collect",   "--from",   program.folder,
                                   "--out",     plan.folder, "--record", frameworks};
    if (program.keepsFolder) words.insert(words.end(), {"--cwd", "keep"});
    if (program.limit) {
        const double seconds = std::chrono::duration<double>(*program.limit).count();
        words.insert(words.end(), {"--timeout", std::to_string(seconds)});
    }
    words.emplace_back("--task");
    return words;
}

std::string ownCommandLine() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "flipscope-cli" : (self.parent_path() / "flipscope-cli").string();
}

}  // namespace flipscope
