#include "core/handover/new_folder.h"

#include "core/drive/kept_file.h"
#include "core/write/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <sys/stat.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

Error failure(const std::string& what, const std::string& path) {
    return Error{what + " " + path + ": " + std::strerror(errno)};
}

mode_t maskOfProcess() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
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
    std::string temporary = place + ".partial-XXXXXX";
    if (::mkdtemp(temporary.data()) == nullptr) return failure("cannot make a folder beside", place);
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
    constexpr mode_t kProgram = 0777;
    if (file.isProgram && ::chmod(path.c_str(), kProgram & ~maskOfProcess()) != 0)
        return failure("cannot set the rights of", path.string());
    return std::nullopt;
}

std::optional<Error> NewFolder::publish() {
    constexpr mode_t kFolder = 0777;
    if (::chmod(m_path.c_str(), kFolder & ~maskOfProcess()) != 0) return failure("cannot set the rights of", m_path);
    // An empty folder of that name is replaced; anything else that came meanwhile stays.
    if (::rename(m_path.c_str(), m_target.c_str()) != 0) return failure("cannot make", m_target);
    m_path.clear();
    return std::nullopt;
}

}  // namespace flipscope
