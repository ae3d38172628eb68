#include "core/read/file_copy.h"

#include "core/read/shown_text.h"
#include "core/read/system_message.h"

#include <cerrno>
#include <memory>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {
namespace {

constexpr std::size_t kCopyStep = std::size_t{8} << 20;  // between two questions whether to stop
constexpr std::size_t kBuffer = std::size_t{1} << 20;

class Descriptor {
public:
    explicit Descriptor(int value) : m_value(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (m_value >= 0) ::close(m_value);
    }
    [[nodiscard]] int value() const { return m_value; }

private:
    int m_value;
};

Error failure(const std::string& what, const std::string& path) {
    return {what + ' ' + shownText(path) + ": " + systemMessage()};
}

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(time.tv_nsec);
}

// Bytes moved inside the kernel, or -1: not between these two files.
ssize_t moveInKernel(int from, int to) {
    return ::copy_file_range(from, nullptr, to, nullptr, kCopyStep, 0);
}

ssize_t moveThrough(char* buffer, int from, int to) {
    const ssize_t got = ::read(from, buffer, kBuffer);
    for (ssize_t done = 0; done < got;) {
        const ssize_t written = ::write(to, buffer + done, static_cast<std::size_t>(got - done));
        if (written < 0 && errno != EINTR) return -1;
        if (written > 0) done += written;
    }
    return got;
}

}  // namespace

std::optional<FileStamp> stampOf(const std::string& path) {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(now.st_dev), static_cast<std::uint64_t>(now.st_ino),
                     static_cast<std::uint64_t>(now.st_size), nanoseconds(now.st_mtim), nanoseconds(now.st_ctim)};
}

Result<std::uint64_t> copyFile(const std::string& from, const std::string& to, const std::stop_token& stop) {
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (source.value() < 0) return failure("cannot read", from);
    const Descriptor target(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (target.value() < 0) return failure("cannot create", to);
    struct stat now {};
    if (::ioctl(target.value(), FICLONE, source.value()) == 0 && ::fstat(target.value(), &now) == 0) {
        return static_cast<std::uint64_t>(now.st_size);
    }
    std::unique_ptr<char[]> buffer;  // made when the kernel cannot copy by itself
    std::uint64_t total = 0;
    while (true) {
        if (stop.stop_requested()) return Cancelled{};
        ssize_t moved = buffer == nullptr ? moveInKernel(source.value(), target.value())
                                          : moveThrough(buffer.get(), source.value(), target.value());
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0 && buffer == nullptr && total == 0) {  // also 0: some file systems say so instead of failing
            buffer = std::make_unique<char[]>(kBuffer);
            continue;
        }
        if (moved < 0) return failure("cannot copy", from);
        if (moved == 0) return total;
        total += static_cast<std::uint64_t>(moved);
    }
}

}  // namespace flipscope
