#include "core/process/marked_processes.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include <unistd.h>

namespace flipscope {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20}, kAfterKill{5'000}, kLook{1};
constexpr int kMostLooks = 20;

// Null where the group is not known to be of the marked program alone.
std::optional<pid_t> groupOf(const std::optional<ProcessIdentity>& first, const std::string& variable) {
    if (!first || processIdentity(first->number) != first || !isMarked(first->number, variable)) return std::nullopt;
    const pid_t group = ::getpgid(first->number);
    if (group <= 1 || group == ::getpgrp() || !isMarked(group, variable)) return std::nullopt;
    return group;
}

void signalAll(const std::vector<pid_t>& processes, const std::optional<pid_t>& group, int signal) {
    if (group) ::kill(-*group, signal);
    for (const pid_t process : processes) {
        ::kill(process, signal);
        if (signal == SIGTERM) ::kill(process, SIGCONT);  // one that is held cannot end
    }
}

}  // namespace

bool isMarked(pid_t process, const std::string& variable) {
    const fs::path folder = "/proc/" + std::to_string(process);
    std::error_code error;
    for (int look = 0; look < kMostLooks; ++look) {
        std::ifstream file(folder / "environ", std::ios::binary);
        bool isEmpty = true;
        for (std::string entry; std::getline(file, entry, '\0'); isEmpty = false)
            if (entry == variable) return true;
        // A process that is becoming another program shows no environment for a moment. Those that have no program, or
        // are somebody else's, never do.
        if (!isEmpty || fs::read_symlink(folder / "exe", error).empty()) return false;
        std::this_thread::sleep_for(kLook);
    }
    return false;
}

std::vector<pid_t> markedProcesses(const std::string& variable) {
    std::vector<pid_t> found;
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        pid_t number = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
        if (read.ec != std::errc() || read.ptr != name.data() + name.size() || number == ::getpid()) continue;
        if (isMarked(number, variable) && processIdentity(number)) found.push_back(number);
    }
    return found;
}

EndedProcesses endProcesses(const std::string& variable, const std::optional<ProcessIdentity>& first,
                            std::chrono::milliseconds grace) {
    EndedProcesses processes;
    const Clock::time_point asked = Clock::now();
    bool wasAsked = false, wasNone = false;
    for (;;) {
        std::vector<pid_t> running = markedProcesses(variable);
        for (const pid_t process : running) {
            if (std::find(processes.ended.begin(), processes.ended.end(), process) == processes.ended.end()) {
                processes.ended.push_back(process);
            }
        }
        // One that started another one and ended while /proc was read hides that one from this look, not from the next.
        if (running.empty() && wasNone) return processes;
        wasNone = running.empty();
        if (wasNone) continue;
        const auto passed = Clock::now() - asked;
        if (passed >= grace + kAfterKill) {
            processes.unstopped = std::move(running);
            std::erase_if(processes.ended, [&processes](pid_t process) {
                return std::find(processes.unstopped.begin(), processes.unstopped.end(), process) !=
                       processes.unstopped.end();
            });
            return processes;
        }
        if (passed >= grace || !wasAsked) {
            signalAll(running, groupOf(first, variable), passed >= grace ? SIGKILL : SIGTERM);
        }
        wasAsked = true;
        std::this_thread::sleep_for(kBetweenLooks);
    }
}

}  // namespace flipscope
