#include "core/process/group_guard.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace flipscope {

namespace {

// Status of posix_spawn: 0, or why not.
int spawnGuard(int pipe, pid_t& process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, "/");  // it keeps no folder in use
    posix_spawn_file_actions_adddup2(&actions, pipe, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t all;
    sigfillset(&all);  // a request to end is for the group's other members
    posix_spawnattr_setsigmask(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::array<char, 3> name{"sh"}, option{"-c"};
    std::array<char, 27> script{"read -r end; kill -KILL 0\n"};
    std::array<char*, 4> arguments{name.data(), option.data(), script.data(), nullptr};
    std::array<char*, 1> environment{nullptr};
    const int status = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return status;
}

}  // namespace

std::optional<GroupGuard> GroupGuard::start() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    GroupGuard guard;
    guard.m_pipe = ends[1];
    pid_t process = -1;
    const int status = spawnGuard(ends[0], process);
    ::close(ends[0]);
    if (status != 0) return std::nullopt;
    guard.m_process = process;
    return guard;
}

GroupGuard::GroupGuard(GroupGuard&& other) noexcept
    : m_process(std::exchange(other.m_process, -1)), m_pipe(std::exchange(other.m_pipe, -1)) {}

GroupGuard& GroupGuard::operator=(GroupGuard&& other) noexcept {
    std::swap(m_process, other.m_process);
    std::swap(m_pipe, other.m_pipe);
    return *this;
}

GroupGuard::~GroupGuard() {
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    if (m_pipe >= 0) ::close(m_pipe);
}

}  // namespace flipscope
