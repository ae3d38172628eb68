#include "core/process/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace flipscope {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSlice{20};  // between two looks at stop and at the process

void closeDescriptor(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

std::string systemText(int code) {
    return std::generic_category().message(code);
}

// Two ends that no other process inherits.
struct Pipe {
    int read = -1, write = -1;

    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) == 0) {
            read = ends[0];
            write = ends[1];
        }
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        closeDescriptor(read);
        closeDescriptor(write);
    }
    [[nodiscard]] bool isOpen() const { return read >= 0; }
};

// This program's environment with the command's changes, as "NAME=value".
std::vector<std::string> environmentOf(const ChildCommand& command) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        const std::string_view name = text.substr(0, text.find('='));
        const bool isChanged = std::any_of(command.environment.begin(), command.environment.end(),
                                           [name](const auto& change) { return change.first == name; });
        if (!isChanged) variables.emplace_back(text);
    }
    for (const auto& [name, value] : command.environment)
        if (value) variables.push_back(name + "=" + *value);
    return variables;
}

// As exec wants them; they live as long as the texts.
std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));  // NOLINT: exec's signature, never written to
    pointers.push_back(nullptr);
    return pointers;
}

// What is done between fork and exec: the streams, the group (0: one of its own), signals as a shell would leave them.
class SpawnSettings {
public:
    SpawnSettings(int input, int output, int error, pid_t group, const ChildCommand& command) : m_command(command) {
        posix_spawn_file_actions_init(&m_actions);
        if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(&m_actions, command.folder.c_str());
        posix_spawn_file_actions_adddup2(&m_actions, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, error, STDERR_FILENO);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        sigaddset(&defaults, SIGINT);
        sigaddset(&defaults, SIGXFSZ);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        posix_spawnattr_setpgroup(&m_attributes, group);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    [[nodiscard]] int spawn(pid_t& process) const {
        const std::vector<std::string> variables = environmentOf(m_command);
        const std::vector<char*> arguments = pointersTo(m_command.arguments), settings = pointersTo(variables);
        return posix_spawnp(&process, arguments.front(), &m_actions, &m_attributes, arguments.data(), settings.data());
    }

private:
    const ChildCommand& m_command;
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

// A write to a process that is gone raises SIGPIPE, which ends programs that do not expect it. Held back for this
// thread while it lives, whatever the program has set.
class NoBrokenPipeSignal {
public:
    NoBrokenPipeSignal() {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }
    NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
    NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;
    ~NoBrokenPipeSignal() {
        const timespec now{};
        if (!m_wasPending) sigtimedwait(&m_signal, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

private:
    sigset_t m_signal{}, m_before{};
    bool m_wasPending = false;
};

int millisecondsUntil(ChildProcess::Clock::time_point deadline) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - ChildProcess::Clock::now());
    return static_cast<int>(std::clamp(left, milliseconds{0}, kSlice).count());
}

void doNotBlock(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// A whole command line in quotes is one word, which names no file.
std::string quotesHint(const std::vector<std::string>& arguments, int status) {
    const bool isLine = status == ENOENT && arguments.size() == 1 && arguments.front().find(' ') != std::string::npos;
    return isLine
               ? "; it is one word with spaces in it: without the quotes around it, it is a program and its arguments"
               : std::string();
}

}  // namespace

std::string toWords(const ChildEnd& end) {
    if (end.status) return "ended with status " + std::to_string(*end.status);
    return "was ended by signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ")";
}

Result<ChildProcess> ChildProcess::start(const ChildCommand& command) {
    if (command.arguments.empty() || command.arguments.front().empty()) return Error{"there is no program to start"};
    Pipe input, output, error;
    if (!input.isOpen() || !output.isOpen() || !error.isOpen()) {
        return Error{"no pipe could be made: " + systemText(errno)};
    }
    ChildProcess child;
    if (command.endsWithParent) child.m_guard = GroupGuard::start();
    const pid_t group = child.m_guard ? child.m_guard->group() : 0;
    const int status = SpawnSettings(input.read, output.write, error.write, group, command).spawn(child.m_process);
    if (status != 0) {
        child.m_process = -1;
        return Error{command.arguments.front() + " could not be started: " + systemText(status) +
                     quotesHint(command.arguments, status)};
    }
    child.m_group = child.m_guard ? group : child.m_process;
    child.m_input = std::exchange(input.write, -1);
    child.m_output = std::exchange(output.read, -1);
    child.m_error = std::exchange(error.read, -1);
    for (const int descriptor : {child.m_input, child.m_output, child.m_error})
        doNotBlock(descriptor);
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_process(std::exchange(other.m_process, -1)),
      m_group(std::exchange(other.m_group, -1)),
      m_guard(std::move(other.m_guard)),
      m_input(std::exchange(other.m_input, -1)),
      m_output(std::exchange(other.m_output, -1)),
      m_error(std::exchange(other.m_error, -1)),
      m_end(other.m_end) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    std::swap(m_process, other.m_process);
    std::swap(m_group, other.m_group);
    std::swap(m_guard, other.m_guard);
    std::swap(m_input, other.m_input);
    std::swap(m_output, other.m_output);
    std::swap(m_error, other.m_error);
    std::swap(m_end, other.m_end);
    return *this;
}

ChildProcess::~ChildProcess() {
    if (m_process > 0) end(milliseconds{0});
    closeInput();
    closeDescriptor(m_output);
    closeDescriptor(m_error);
}

void ChildProcess::closeInput() {
    closeDescriptor(m_input);
}

std::optional<Error> ChildProcess::write(std::string_view bytes, Clock::time_point deadline,
                                         const std::stop_token& stop) {
    const NoBrokenPipeSignal guard;
    while (!bytes.empty()) {
        if (m_input < 0) return Error{"its input is closed"};
        const ssize_t written = ::write(m_input, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return Error{"its input cannot be written: " + systemText(errno)};
        if (stop.stop_requested() || Clock::now() >= deadline) return Error{"it takes no input"};
        pollfd waiting{m_input, POLLOUT, 0};
        ::poll(&waiting, 1, millisecondsUntil(deadline));
    }
    return std::nullopt;
}

// True when there were bytes. At the end of the stream the descriptor is closed.
bool ChildProcess::readFrom(int& descriptor, std::string& bytes) {
    if (descriptor < 0) return false;
    std::array<char, kReadAtOnce> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) closeDescriptor(descriptor);
    return got > 0;
}

ChildProcess::Read ChildProcess::read(std::string& output, std::string& error, Clock::time_point deadline,
                                      const std::stop_token& stop) {
    for (;;) {
        if (stop.stop_requested()) return Read::stopped;
        // Seen before the streams are read, so that nothing written before its end is missed. What it has started may
        // hold the streams open for longer.
        const bool over = isOver();
        const bool gotOutput = readFrom(m_output, output);
        const bool gotError = readFrom(m_error, error);
        if (gotOutput || gotError) return Read::some;
        if (over) return Read::ended;
        if (Clock::now() >= deadline) return Read::timedOut;
        std::array<pollfd, 2> waiting{pollfd{m_output, POLLIN, 0}, pollfd{m_error, POLLIN, 0}};
        ::poll(waiting.data(), waiting.size(), millisecondsUntil(deadline));
    }
}

// The process is left to be waited for, so that its number, and its group's, stays taken until end().
bool ChildProcess::isOver() {
    if (m_end || m_process <= 0) return true;
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(m_process), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
        if (errno == EINTR) return false;
    } else if (info.si_pid == 0) {
        return false;
    }
    m_end.emplace();
    if (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED) {
        m_end->signal = info.si_status;
    } else {
        m_end->status = info.si_status;
    }
    return true;
}

// To its group, and to the process where it has left that one: it was not waited for, so that its number is still its
// own, and with it that of a group which it leads.
void ChildProcess::signalAll(int signal) const {
    ::kill(-m_group, signal);
    const pid_t group = ::getpgid(m_process);
    if (group == m_group) return;
    ::kill(group == m_process ? -m_process : m_process, signal);
}

std::optional<ChildEnd> ChildProcess::waitUntil(Clock::time_point deadline) {
    while (!isOver()) {
        if (Clock::now() >= deadline) return std::nullopt;
        std::this_thread::sleep_for(milliseconds{1});
    }
    return m_end;
}

ChildEnd ChildProcess::end(milliseconds grace) {
    if (m_process <= 0) return m_end.value_or(ChildEnd{0, 0});
    if (!isOver()) {
        signalAll(SIGTERM);
        signalAll(SIGCONT);  // one that is held cannot end
        if (!waitUntil(Clock::now() + grace)) signalAll(SIGKILL);
        while (!isOver())
            std::this_thread::sleep_for(milliseconds{1});
    }
    signalAll(SIGKILL);  // what it has left behind
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
    m_guard.reset();
    return *m_end;
}

}  // namespace flipscope
