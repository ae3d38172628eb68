#include "core/read/file_bytes.h"

#include "core/read/system_message.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;  // between two questions whether to stop

std::string whatItIs(mode_t mode) {
    if (S_ISDIR(mode)) return "is a folder";
    if (S_ISFIFO(mode)) return "is a named pipe";
    if (S_ISSOCK(mode)) return "is a socket";
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "is a device";
    return "is not a regular file";
}

}  // namespace

InputFile::InputFile(int descriptor, std::uint64_t size) : m_descriptor(descriptor), m_size(size) {}

InputFile::InputFile(InputFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    m_size = other.m_size;
    return *this;
}

InputFile::~InputFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

Result<InputFile> InputFile::open(const std::string& path) {
    struct stat before {};
    // Asked before opening: opening a device can already have effects.
    if (::stat(path.c_str(), &before) != 0) return Error{systemMessage()};
    if (!S_ISREG(before.st_mode)) return Error{whatItIs(before.st_mode)};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return Error{systemMessage()};
    struct stat now {};
    if (::fstat(descriptor, &now) != 0 || !S_ISREG(now.st_mode)) {
        ::close(descriptor);
        return Error{whatItIs(now.st_mode)};
    }
    return InputFile(descriptor, static_cast<std::uint64_t>(std::max<off_t>(now.st_size, 0)));
}

Result<std::size_t> InputFile::readAt(std::uint64_t offset, char* into, std::size_t count,
                                      const std::stop_token& stop) const {
    std::size_t done = 0;
    while (done < count) {
        if (stop.stop_requested()) return Cancelled{};
        const std::size_t want = std::min(kStep, count - done);
        const ssize_t got = ::pread(m_descriptor, into + done, want, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{systemMessage()};
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

char* ReadBuffer::resize(std::size_t size) {
    if (size > m_capacity || m_bytes == nullptr) {
        const std::size_t capacity = std::max(size, m_capacity + m_capacity / 2);
        auto bytes = std::make_unique<char[]>(capacity + kReadPadding);
        if (m_bytes != nullptr) std::memcpy(bytes.get(), m_bytes.get(), m_capacity);
        m_bytes = std::move(bytes);
        m_capacity = capacity;
    }
    std::memset(m_bytes.get() + size, 0, kReadPadding);
    return m_bytes.get();
}

Result<std::string_view> readUpTo(const InputFile& file, std::size_t limit, ReadBuffer& buffer,
                                  const std::stop_token& stop) {
    const std::size_t want = static_cast<std::size_t>(std::min<std::uint64_t>(limit, file.size()));
    Result<std::size_t> got = file.readAt(0, buffer.resize(want), want, stop);
    if (got.cancelled()) return Cancelled{};
    if (!got) return Error{got.errorMessage()};
    buffer.resize(got.value());
    return buffer.view(got.value());
}

}  // namespace flipscope
