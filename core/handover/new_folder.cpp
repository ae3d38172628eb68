#include "core/handover/new_folder.h"

#include "core/drive/kept_file.h"
#include "core/write/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <sys/stat.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

Error failure(const std::string& what, const std::string& path) {
    return Error{what + " " + path + ": " + std::strerror(errno)};
}

// Beside the place, with a name of its own; empty when there can be none, and errno tells why. Not mkdtemp, whose
// folders are this user's alone: only the system itself applies the umask without a race between threads.
std::string folderBeside(const std::string& place) {
    constexpr int kAttempts = 100;
    std::random_device random;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        std::string folder = place + ".partial-" + std::to_string(random());
        if (::mkdir(folder.c_str(), 0777) == 0) return folder;
        if (errno != EEXIST) break;
    }
    return {};
}

// Whoever may read it may run it.
bool makeProgram(const std::string& path) {
    constexpr mode_t kPermissions = 07777, kReaders = 0444;
    struct stat now {};
    return ::stat(path.c_str(), &now) == 0 &&
           ::chmod(path.c_str(), (now.st_mode & kPermissions) | (now.st_mode & kReaders) >> 2) == 0;
}

}  // namespace

Result<NewFolder> NewFolder::create(const std::string& target) {
    std::error_code error;
    std::string place = fs::path(target).lexically_normal().string();
    while (place.size() > 1 && place.back() == '/')
        place.pop_back();
    if (place.empty() || place == "." || place == "..") return Error{"name a folder that is to be made, not " + target};
    const fs::file_status status = fs::symlink_status(place, error);
    if (fs::exists(status)) {
        if (!fs::is_directory(status)) return Error{target + " exists and is no folder"};
        if (!fs::is_empty(place, error) || error)
            return Error{target + " exists and is not empty; name another folder"};
    }
    const fs::path parent = fs::path(place).parent_path();
    if (!parent.empty()) {
        if (auto failed = makeFolder(parent.string())) return *failed;
    }
    std::string temporary = folderBeside(place);
    if (temporary.empty()) return failure("cannot make a folder beside", place);
    return NewFolder(std::move(place), std::move(temporary));
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : m_target(std::move(other.m_target)), m_path(std::exchange(other.m_path, std::string())) {}

NewFolder& NewFolder::operator=(NewFolder&& other) noexcept {
    drop();
    m_target = std::move(other.m_target);
    m_path = std::exchange(other.m_path, std::string());
    return *this;
}

NewFolder::~NewFolder() {
    drop();
}

void NewFolder::drop() noexcept {
    std::error_code ignored;
    if (!m_path.empty()) fs::remove_all(m_path, ignored);
    m_path.clear();
}

std::optional<Error> NewFolder::add(const HandoverFile& file) const {
    const fs::path path = fs::path(m_path) / file.path;
    if (auto error = makeFolder(path.parent_path().string())) return error;
    if (auto error = writeWholeFile(path.string(), file.content)) return error;
    if (file.isProgram && !makeProgram(path.string())) return failure("cannot set the rights of", path.string());
    return std::nullopt;
}

std::optional<Error> NewFolder::publish() {
    // An empty folder of that name is replaced; anything else that came meanwhile stays.
    if (::rename(m_path.c_str(), m_target.c_str()) != 0) return failure("cannot make", m_target);
    m_path.clear();
    return std::nullopt;
}

}  // namespace flipscope
