#include "core/pin/database_users.h"

#include "core/read/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

using FileIdentity = std::pair<dev_t, ino_t>;

std::optional<FileIdentity> identityOf(const std::string& path) {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) return std::nullopt;
    return FileIdentity{now.st_dev, now.st_ino};
}

// Whether a lock of another owner lies anywhere on the file. Asking sets none.
bool hasLock(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return false;
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    const bool known = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
    ::close(descriptor);
    return known && lock.l_type != F_UNLCK;
}

std::string nameOf(const fs::path& process) {
    std::string name;
    std::getline(std::ifstream(process / "comm"), name);
    return (name.empty() ? "a program" : shownText(name)) + " (process " + process.filename().string() + ")";
}

bool isOtherProcess(const fs::path& entry) {
    const std::string name = entry.filename().string();
    pid_t id = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), id);
    return read.ec == std::errc() && read.ptr == name.data() + name.size() && id != ::getpid();
}

bool hasOpen(const fs::path& process, const std::vector<FileIdentity>& files) {
    std::error_code error;
    for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end; entry.increment(error)) {
        const auto identity = identityOf(entry->path().string());
        if (identity && std::find(files.begin(), files.end(), *identity) != files.end()) return true;
    }
    return false;
}

}  // namespace

DatabaseUsers usersOfDatabase(const std::string& dbPath) {
    constexpr std::array kSuffixes = {"", "-wal", "-shm", "-tshm"};
    DatabaseUsers users;
    std::vector<FileIdentity> files;
    for (const char* suffix : kSuffixes) {
        const auto identity = identityOf(dbPath + suffix);
        if (!identity) continue;
        files.push_back(*identity);
        users.isLocked = users.isLocked || hasLock(dbPath + suffix);
    }
    if (files.empty()) return users;
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        if (isOtherProcess(entry->path()) && hasOpen(entry->path(), files)) {
            users.programs.push_back(nameOf(entry->path()));
        }
    }
    std::sort(users.programs.begin(), users.programs.end());
    return users;
}

}  // namespace flipscope
