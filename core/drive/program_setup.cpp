#include "core/drive/program_setup.h"

#include <cmath>
#include <filesystem>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

Result<ProgramSetup> setUpProgram(const ProgramWish& wish) {
    if (wish.command.empty()) return Error{"no program is named"};
    ProgramSetup setup;
    std::error_code error;
    const fs::path folder = wish.folder.empty() ? fs::current_path(error) : fs::canonical(wish.folder, error);
    if (error) return Error{"the folder " + wish.folder + " cannot be entered: " + error.message()};
    if (!fs::is_directory(folder, error))
        return Error{"the folder " + wish.folder + " cannot be entered: it is a file"};
    DrivenProgram& program = setup.program;
    program.command = wish.command;
    program.folder = folder.string();
    program.keepsFolder = wish.keepsFolder;
    program.frameworks = wish.frameworks;
    program.limit = limitOf(wish.limitSeconds);
    Result<ProgramConfig> config = findProgramConfig(program.folder);
    if (!config) return Error{config.errorMessage()};
    for (const std::string& file : config.value().passedOver)
        setup.ignored.push_back(file + ". cubecl 0.11 ignores such a file, and so do the runs.");
    // Whether the copy can be made is better known now than after hours of runs.
    if (!program.keepsFolder) {
        const Result<std::string> copy = recordingConfig(config.value(), program.folder);
        if (!copy) return Error{config.value().path + ": " + copy.errorMessage()};
    }
    setup.notFound = relativeFiles(program);
    return setup;
}

std::optional<std::chrono::milliseconds> limitOf(double seconds) {
    constexpr double kMilli = 1000.0;
    if (seconds <= 0) return std::nullopt;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * kMilli)));
}

std::string resultFolderFrom(const std::string& from, const std::string& folder) {
    std::error_code error;
    const fs::path start = fs::absolute(from.empty() ? "." : from, error);
    std::string path = (start / folder).lexically_normal().string();
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

}  // namespace flipscope
