#include "tests/support/other_process.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace flipscope::testing {

OtherProcess::OtherProcess(const std::string& shellCommand) : m_process(::fork()) {
    if (m_process < 0) throw std::runtime_error("cannot fork");
    if (m_process > 0) return;
    ::setpgid(0, 0);
    ::execl("/bin/sh", "sh", "-c", shellCommand.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
}

OtherProcess::~OtherProcess() {
    ::kill(-m_process, SIGKILL);
    ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
}

bool OtherProcess::hasOpen(const std::string& path) const {
    std::error_code error;
    const std::filesystem::path wanted = std::filesystem::canonical(path, error);
    if (error) return false;
    const std::filesystem::path folder = "/proc/" + std::to_string(m_process) + "/fd";
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (std::filesystem::read_symlink(entry->path(), ignored) == wanted) return true;
    }
    return false;
}

void OtherProcess::waitUntilOpen(const std::string& path) const {
    waitUntilOpen(path, path);
}

void OtherProcess::waitUntilOpen(const std::string& path, const std::string& other) const {
    for (int attempt = 0; attempt < 1000; ++attempt) {
        if (hasOpen(path) && hasOpen(other)) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("nobody opened " + path);
}

}  // namespace flipscope::testing
