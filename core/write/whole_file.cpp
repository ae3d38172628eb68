#include "core/write/whole_file.h"

#include "core/read/system_message.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

namespace fs = std::filesystem;

Error failure(const char* what, const std::string& path) {
    return Error{std::string(what) + " " + path + ": " + systemMessage()};
}

// Of a new file beside the path, which gets its name; below zero when there can be none, and errno tells why. Not
// mkstemp, whose files are this user's alone: only the system itself applies the umask without a race.
int openBeside(const std::string& path, std::string& temporary) {
    constexpr int kAttempts = 100;
    std::random_device random;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        temporary = path + "." + std::to_string(random());
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

std::optional<Error> writeInPlace(const std::string& path, std::string_view text) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return failure("cannot write", path);
    std::optional<Error> error;
    if (!writeAll(descriptor, text) && errno != EPIPE) error = failure("cannot write", path);
    ::close(descriptor);
    return error;
}

// So that the new name outlasts a crash. A file system that cannot do it has written the file all the same.
void flushFolderOf(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    (void)::fsync(descriptor);
    ::close(descriptor);
}

std::optional<Error> replace(const std::string& path, std::string_view text) {
    constexpr mode_t kPermissions = 07777;
    std::string temporary;
    const int descriptor = openBeside(path, temporary);
    if (descriptor < 0) return failure("cannot write beside", path);
    struct stat existing {};
    const bool keepsMode = ::lstat(path.c_str(), &existing) == 0 && S_ISREG(existing.st_mode);
    bool written = !keepsMode || ::fchmod(descriptor, existing.st_mode & kPermissions) == 0;
    written = written && writeAll(descriptor, text) && ::fsync(descriptor) == 0;
    std::optional<Error> error;
    if (!written) error = failure("cannot write", path);
    if (::close(descriptor) != 0 && !error) error = failure("cannot write", path);
    if (!error && std::rename(temporary.c_str(), path.c_str()) != 0) error = failure("cannot write", path);
    if (error) {
        ::unlink(temporary.c_str());
    } else {
        flushFolderOf(path);
    }
    return error;
}

// Where a link points that leads to no file, through further links.
std::string behindLinks(const std::string& path) {
    constexpr int kMostLinks = 40;  // as the system has it
    std::error_code error;
    fs::path place = path;
    for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(place, error)); ++i) {
        const fs::path target = fs::read_symlink(place, error);
        if (error) break;
        place = place.parent_path() / target;
    }
    return place.string();
}

}  // namespace

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::optional<Error> replaceFile(const std::string& path, std::string_view text) {
    return replace(path, text);
}

std::optional<Error> writeWholeFile(const std::string& path, std::string_view text) {
    std::error_code error;
    if (!fs::exists(path, error)) {
        const std::string place = behindLinks(path);
        if (fs::is_symlink(fs::symlink_status(place, error))) {  // links in a circle
            errno = ELOOP;
            return failure("cannot write", path);
        }
        return replace(place, text);
    }
    if (!fs::is_regular_file(path, error)) return writeInPlace(path, text);
    const fs::path target = fs::canonical(path, error);
    return replace(error ? path : target.string(), text);
}

}  // namespace flipscope
