#include "core/drive/folder_lock.h"

#include "core/drive/kept_file.h"
#include "core/drive/machine.h"
#include "core/read/shown_text.h"
#include "core/read/system_message.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

constexpr mode_t kMode = 0644;
constexpr int kMostAttempts = 10'000;  // others that end in between

void writeHolder(int file) {
    const std::string text = "process " + std::to_string(::getpid()) + " on " + describeMachine().host + "\n";
    // What stands there is for people; the lock is what counts.
    const bool written =
        ::ftruncate(file, 0) == 0 && ::pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    static_cast<void>(written);
}

// With its folder, unless that holds other locks.
void removeFile(const std::string& path) {
    ::unlink(path.c_str());
    ::rmdir(path.substr(0, path.rfind('/')).c_str());
}

std::string holderIn(int file) {
    std::array<char, 256> bytes{};
    const ssize_t got = ::pread(file, bytes.data(), bytes.size(), 0);
    const std::string text(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::string line = shownText(text.substr(0, text.find('\n')));
    return line.empty() ? "another process" : line;
}

// The file that is locked is still the one of this name: its last holder removes it.
bool isStillThere(int file, const std::string& path) {
    struct stat mine {
    }, named{};
    return ::fstat(file, &mine) == 0 && ::stat(path.c_str(), &named) == 0 && mine.st_ino == named.st_ino &&
           mine.st_dev == named.st_dev;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder, const std::string& name) {
    const std::string locks = folder + "/.locks";
    FolderLock lock;
    lock.m_path = locks + "/" + name;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
        if (auto error = makeFolder(locks)) return *error;
        const int file = ::open(lock.m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kMode);
        if (file < 0 && errno == ENOENT) continue;  // the last holder of another lock removed the folder
        if (file < 0) return Error{"cannot write " + lock.m_path + ": " + systemMessage()};
        int status = 0;
        do {
            status = ::flock(file, LOCK_EX | LOCK_NB);
        } while (status != 0 && errno == EINTR);
        if (status == 0 && !isStillThere(file, lock.m_path)) {
            ::close(file);
            continue;
        }
        if (status == 0) {
            lock.m_file = file;
            writeHolder(file);
            return lock;
        }
        const int code = errno;
        if (code == EWOULDBLOCK) {
            lock.m_holder = holderIn(file);
        } else {
            // NFS without a lock service, file systems without locks. The file stays: where only this call failed it
            // may be another's lock.
            errno = code;
            lock.m_impossible = systemMessage();
        }
        ::close(file);
        return lock;
    }
    return Error{"cannot lock " + lock.m_path};
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_holder(std::move(other.m_holder)),
      m_impossible(std::move(other.m_impossible)),
      m_file(std::exchange(other.m_file, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    if (this == &other) return *this;
    release();
    m_path = std::move(other.m_path);
    m_holder = std::move(other.m_holder);
    m_impossible = std::move(other.m_impossible);
    m_file = std::exchange(other.m_file, -1);
    return *this;
}

FolderLock::~FolderLock() {
    release();
}

// The file goes while the lock is held, so that it is nobody else's.
void FolderLock::release() {
    if (m_file < 0) return;
    removeFile(m_path);
    ::close(m_file);
    m_file = -1;
}

Result<FolderLock> lockWholeFolder(const std::string& folder) {
    Result<FolderLock> lock = FolderLock::take(folder, "all");
    if (lock && !lock.value().holder().empty()) return inUseError(folder, lock.value());
    return lock;
}

Error inUseError(const std::string& folder, const FolderLock& lock) {
    return Error{shownText(folder) + " is in use: " + lock.holder() +
                 " writes there. Wait until it has ended, or give another folder (--out)"};
}

std::vector<std::string> lockRemarks(const std::string& folder, const FolderLock& lock) {
    if (lock.impossible().empty()) return {};
    return {"The file system of " + shownText(folder) + " gives no locks (" + lock.impossible() +
            "), so that nothing keeps a second start from writing there: start only one at a time."};
}

}  // namespace flipscope
