#include "core/read/given_file.h"

#include "core/read/file_bytes.h"
#include "core/read/system_message.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenQuestions{20};  // whether to stop
constexpr std::size_t kPiece = std::size_t{1} << 16;

class PipeReader {
public:
    PipeReader(int descriptor, const std::stop_token& stop, const PipePatience& patience)
        : m_descriptor(descriptor), m_stop(stop), m_patience(patience) {}
    PipeReader(const PipeReader&) = delete;
    PipeReader& operator=(const PipeReader&) = delete;
    ~PipeReader() { ::close(m_descriptor); }

    Result<GivenFile> read(std::size_t limit) {
        GivenFile file;
        std::array<char, kPiece> piece{};
        while (file.content.size() <= limit) {
            if (m_stop.stop_requested()) return Cancelled{};
            const ssize_t got = ::read(m_descriptor, piece.data(), piece.size());
            if (got > 0) {
                file.content.append(piece.data(), static_cast<std::size_t>(got));
                m_lastBytes = Clock::now();
            } else if (got == 0 && !file.content.empty()) {
                return file;
            } else if (got == 0) {  // no writer yet, or one that has gone without a byte
                if (isOver(m_patience.withoutWriter)) return Error{"is a named pipe to which nobody writes"};
                std::this_thread::sleep_for(kBetweenQuestions);
            } else if (errno == EAGAIN) {
                if (isOver(m_patience.withWriter)) return Error{"is a pipe whose writer sends nothing"};
                wait();
            } else if (errno != EINTR) {
                return Error{systemMessage()};
            }
        }
        file.content.resize(limit);
        file.isCut = true;
        return file;
    }

private:
    [[nodiscard]] bool isOver(std::chrono::milliseconds patience) const {
        return Clock::now() - m_lastBytes > patience;
    }

    void wait() const {
        pollfd asked{m_descriptor, POLLIN, 0};
        ::poll(&asked, 1, static_cast<int>(kBetweenQuestions.count()));
    }

    int m_descriptor;
    const std::stop_token& m_stop;
    const PipePatience& m_patience;
    Clock::time_point m_lastBytes = Clock::now();
};

}  // namespace

Result<GivenFile> readGivenFile(const std::string& path, std::size_t limit, const std::stop_token& stop,
                                const PipePatience& patience) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0) return Error{systemMessage()};
        return PipeReader(descriptor, stop, patience).read(limit);
    }
    const Result<InputFile> opened = InputFile::open(path);
    if (!opened) return Error{opened.errorMessage()};
    ReadBuffer buffer;
    const Result<std::string_view> text = readUpTo(opened.value(), limit, buffer, stop);
    if (text.cancelled()) return Cancelled{};
    if (!text) return Error{text.errorMessage()};
    return GivenFile{std::string(text.value()), opened.value().size() > limit};
}

}  // namespace flipscope
