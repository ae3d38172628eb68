#include "app/flipscope-cli/command_files.h"

#include "core/drive/run_mark.h"
#include "core/process/command_words.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace flipscope::cli {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// A line that cannot be split is refused by who runs it.
Words wordsOf(const std::string& line) {
    const Result<Words> words = splitCommandWords(line);
    return words ? words.value() : Words();
}

Words searchPath() {
    const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    std::istringstream parts(path == nullptr ? "" : path);
    Words folders;
    for (std::string part; std::getline(parts, part, ':');)
        folders.push_back(part);
    return folders;
}

void addFiles(Words& files, const std::string& name, const Words& folders) {
    for (const std::string& folder : folders) {
        std::error_code error;
        const fs::path place = fs::path(folder) / name;
        if (!name.empty() && fs::is_regular_file(place, error)) files.push_back(place.lexically_normal().string());
    }
}

}  // namespace

std::vector<std::string> commandFiles(const Options& options) {
    const DriveOptions& drive = options.drive;
    Words folders{""};
    if (!drive.from.empty()) folders.push_back(drive.from);
    Words files;
    for (const Words& words :
         {drive.command, wordsOf(drive.testWords), wordsOf(drive.launcher), options.workerCommand}) {
        if (!words.empty() && words.front().find('/') == std::string::npos) {
            addFiles(files, words.front(), searchPath());
        }
        for (const std::string& word : words) {
            addFiles(files, word, folders);
            if (const std::size_t at = word.find('='); at != std::string::npos) {
                addFiles(files, word.substr(at + 1), folders);
            }
        }
    }
    if (drive.command.empty()) return files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(drive.from) / drive.folder, error)) {
        const std::string name = entry.path().filename().string();
        if (isNumbered(name, "run") || isNumbered(name, "trial")) files.push_back(entry.path().string());
    }
    return files;
}

}  // namespace flipscope::cli
