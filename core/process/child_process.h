#pragma once

#include "core/model/result.h"
#include "core/process/group_guard.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace flipscope {

// A program and its arguments, as execvp takes them: no shell is involved. The first is looked up in PATH, or, where it
// is a relative path, from the folder that the program runs in.
struct ChildCommand {
    std::vector<std::string> arguments;
    std::string folder = {};  // where it runs; empty: where this program does
    // Variables to set, or to remove, on top of this program's own environment.
    std::vector<std::pair<std::string, std::optional<std::string>>> environment = {};
    // Its group is killed as soon as this program is gone, in whatever way (see GroupGuard).
    bool endsWithParent = false;
};

// How a process ended.
struct ChildEnd {
    std::optional<int> status;  // of one that ended by itself
    int signal = 0;             // that ended it otherwise
};
// "ended with status 3", "was ended by signal 9 (Killed)".
[[nodiscard]] std::string toWords(const ChildEnd& end);

// A process of its own with pipes to its standard streams, in a process group of its own, so that what it starts ends
// with it. One that leaves that group (setsid, timeout) is ended all the same, with the group that it leads then.
// Move-only; the destructor kills it. One thread uses it at a time.
class ChildProcess {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] static Result<ChildProcess> start(const ChildCommand& command);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    // An Error when the process took not all of it until the deadline or the stop, or has closed its input.
    [[nodiscard]] std::optional<Error> write(std::string_view bytes, Clock::time_point deadline,
                                             const std::stop_token& stop = {});
    void closeInput();

    enum class Read {
        some,      // bytes were appended
        ended,     // the process is over and everything it wrote was read
        timedOut,  // nothing came until the deadline
        stopped,
    };
    // Appends what the process wrote to standard output and to standard error, at most kReadAtOnce bytes each.
    [[nodiscard]] Read read(std::string& output, std::string& error, Clock::time_point deadline,
                            const std::stop_token& stop);

    [[nodiscard]] pid_t number() const { return m_process; }
    // The process group that it was started in.
    [[nodiscard]] pid_t group() const { return m_group; }

    // Asks the process to end (SIGTERM to it and its group), kills both after `grace`, and waits. Tells how it ended;
    // the same again when called again.
    ChildEnd end(std::chrono::milliseconds grace);
    // Waits until the deadline for it to end by itself; null when it did not.
    [[nodiscard]] std::optional<ChildEnd> waitUntil(Clock::time_point deadline);

    static constexpr std::size_t kReadAtOnce = std::size_t{64} << 10;

private:
    ChildProcess() = default;
    void signalAll(int signal) const;
    [[nodiscard]] bool isOver();
    [[nodiscard]] bool readFrom(int& descriptor, std::string& bytes);

    pid_t m_process = -1, m_group = -1;
    std::optional<GroupGuard> m_guard;              // leads the group where there is one; else the process does
    int m_input = -1, m_output = -1, m_error = -1;  // our ends
    std::optional<ChildEnd> m_end;
};

}  // namespace flipscope
