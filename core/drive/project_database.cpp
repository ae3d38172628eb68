#include "core/drive/project_database.h"

#include "core/read/file_copy.h"
#include "core/read/shown_text.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "flipscope-", kSuffix = ".db";
constexpr std::array<const char*, 2> kKeptParts{"", "-wal"}, kIndexParts{"-shm", "-tshm"};

std::string nameOf(const std::string& runFolder) {
    return fs::path(runFolder).filename().string();
}

// As freshEnvironmentName and cubecl name it.
bool isOfRun(const std::string& path, const std::string& runFolder) {
    const fs::path place = path;
    if (!place.is_absolute() || place.lexically_normal() != place) return false;
    const std::string name = place.filename().string(), end = "-" + nameOf(runFolder) + std::string(kSuffix);
    if (!name.starts_with(kPrefix) || !name.ends_with(end) || name.size() <= kPrefix.size() + end.size()) return false;
    const std::string time = name.substr(kPrefix.size(), name.size() - kPrefix.size() - end.size());
    return time.find_first_not_of("0123456789") == std::string::npos;
}

bool isOwnFile(const std::string& path) {
    struct stat file {};
    return ::lstat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == ::geteuid();
}

}  // namespace

std::string freshEnvironmentName(const std::string& runFolder) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::string(kPrefix) + std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) +
           "-" + nameOf(runFolder);
}

std::optional<Error> moveDatabase(const std::string& from, const std::string& to, const std::stop_token& stop) {
    std::error_code error;
    for (const char* part : kKeptParts) {
        if (!fs::exists(from + part, error)) continue;
        fs::rename(from + part, to + part, error);
        if (!error) continue;
        const Result<std::uint64_t> copied = copyFile(from + part, to + part, stop);
        if (!copied) return Error{copied.errorMessage()};
        fs::remove(from + part, error);
    }
    for (const char* part : kIndexParts)
        fs::remove(from + part, error);
    return std::nullopt;
}

std::vector<std::string> removeLeftDatabase(const std::string& path, const std::string& runFolder) {
    if (path.empty()) return {};
    const std::string run = shownText(nameOf(runFolder)), shown = shownText(path);
    if (!isOfRun(path, runFolder)) {
        return {run + ": " + shown +
                ", noted as the database of an earlier start, has no name of such a one and was "
                "left alone."};
    }
    std::vector<std::string> removed, left;
    std::error_code error;
    for (const auto& parts : {kKeptParts, kIndexParts}) {
        for (const char* part : parts) {
            if (fs::symlink_status(path + part, error).type() == fs::file_type::not_found) continue;
            const bool isGone = isOwnFile(path + part) && fs::remove(path + part, error);
            (isGone ? removed : left).push_back(shownText(path + part));
        }
    }
    std::vector<std::string> sentences;
    if (!removed.empty()) {
        std::string files = removed.front();
        for (std::size_t i = 1; i < removed.size(); ++i)
            files += ", " + removed[i];
        sentences.push_back(run + ": the database of an earlier start, which was interrupted, was removed: " + files +
                            ".");
    }
    for (const std::string& file : left)
        sentences.push_back(run + ": " + file + " of an earlier start, which was interrupted, could not be removed.");
    return sentences;
}

}  // namespace flipscope
