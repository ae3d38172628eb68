#include "core/drive/machine.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

// The text behind "Model:" of a device's description.
std::string modelIn(const fs::path& file) {
    std::ifstream input(file);
    for (std::string line; std::getline(input, line);) {
        if (line.rfind("Model:", 0) != 0) continue;
        const std::size_t begin = line.find_first_not_of(" \t", 6);
        return begin == std::string::npos ? "" : line.substr(begin);
    }
    return {};
}

constexpr std::size_t kLongestLine = 1000;

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  …"
std::string versionIn(const fs::path& file) {
    std::ifstream input(file);
    std::string line;
    std::getline(input, line);
    // The first word of numbers with dots between them.
    std::istringstream words(line.substr(0, kLongestLine));
    for (std::string word; words >> word;) {
        const bool isVersion = word.find_first_not_of("0123456789.") == std::string::npos &&
                               word.find('.') != std::string::npos && word.front() != '.' && word.back() != '.';
        if (isVersion) return word;
    }
    return {};
}

}  // namespace

Machine describeMachine(const std::string& nvidiaFolder) {
    Machine machine;
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) == 0) machine.host = name.data();
    machine.driver = versionIn(fs::path(nvidiaFolder) / "version");
    std::error_code error;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(fs::path(nvidiaFolder) / "gpus", error))
        folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
        if (std::string model = modelIn(folder / "information"); !model.empty()) machine.devices.push_back(model);
    }
    return machine;
}

}  // namespace flipscope
