#include "core/drive/run_diagnosis.h"

#include "core/read/given_file.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<ChoiceKeeping, std::string_view>, 7> kWords{
    {{ChoiceKeeping::kept, "kept"},
     {ChoiceKeeping::keptLogOnly, "keptLogOnly"},
     {ChoiceKeeping::databaseRefused, "databaseRefused"},
     {ChoiceKeeping::databaseOnly, "databaseOnly"},
     {ChoiceKeeping::nothingTuned, "nothingTuned"},
     {ChoiceKeeping::configNotRead, "configNotRead"},
     {ChoiceKeeping::configIgnored, "configIgnored"}}};

constexpr std::size_t kMostErrorOutput = std::size_t{64} << 20;

bool hasContent(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return fs::directory_iterator(path, error) != fs::directory_iterator();
    const auto size = fs::file_size(path, error);
    return !error && size > 0;
}

// The line of a run's standard error that says that a configuration is ignored; empty: none.
std::string lineOnIgnoredConfig(const std::string& runFolder) {
    const Result<GivenFile> file = readGivenFile(runFolder + "/stderr.log", kMostErrorOutput);
    if (!file) return {};
    const std::string& text = file.value().content;
    const std::size_t begin = text.find(kConfigIgnored);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

}  // namespace

std::string_view toString(ChoiceKeeping keeping) {
    for (const auto& [value, word] : kWords)
        if (value == keeping) return word;
    return "";
}

RunDiagnosis diagnoseRun(const std::string& runFolder, const std::string& databasePath) {
    std::error_code error;
    RunDiagnosis diagnosis;
    diagnosis.databasePath = databasePath;
    for (const char* name : {"triton", "autotune.txt", "autotune_logs.txt", "inductor"})
        diagnosis.otherFramework = diagnosis.otherFramework || hasContent(fs::path(runFolder) / name);
    const fs::path log = fs::path(runFolder) / "decisions.jsonl";
    const bool hasLog = fs::exists(log, error);
    diagnosis.hasDatabase = hasContent(databasePath);
    if (diagnosis.hasDatabase) {
        diagnosis.keeping = hasContent(log) ? ChoiceKeeping::kept
                            : hasLog        ? ChoiceKeeping::nothingTuned
                                            : ChoiceKeeping::databaseOnly;
    } else if (!hasLog) {
        diagnosis.ignoredConfig = lineOnIgnoredConfig(runFolder);
        diagnosis.keeping =
            diagnosis.ignoredConfig.empty() ? ChoiceKeeping::configNotRead : ChoiceKeeping::configIgnored;
    } else if (!hasContent(log)) {
        diagnosis.keeping = ChoiceKeeping::nothingTuned;
    } else {
        const bool hasFolder = fs::exists(fs::path(databasePath).parent_path(), error);
        diagnosis.keeping = hasFolder ? ChoiceKeeping::databaseRefused : ChoiceKeeping::keptLogOnly;
    }
    return diagnosis;
}

}  // namespace flipscope
