#include "core/process/marked_processes.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>

#include <unistd.h>

namespace flipscope {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{20}, kAfterKill{5'000};

bool holdsVariable(const fs::path& process, std::string_view variable) {
    std::ifstream file(process / "environ", std::ios::binary);
    for (std::string entry; std::getline(file, entry, '\0');)
        if (entry == variable) return true;
    return false;
}

void signalAll(const std::vector<pid_t>& processes, const std::optional<ProcessIdentity>& leader, int signal) {
    const pid_t group = leader ? ::getpgid(leader->number) : -1;
    if (group > 1 && group != ::getpgrp()) ::kill(-group, signal);
    for (const pid_t process : processes) {
        ::kill(process, signal);
        if (signal == SIGTERM) ::kill(process, SIGCONT);  // one that is held cannot end
    }
}

}  // namespace

std::vector<pid_t> markedProcesses(const std::string& variable) {
    std::vector<pid_t> found;
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        pid_t number = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
        if (read.ec != std::errc() || read.ptr != name.data() + name.size() || number == ::getpid()) continue;
        if (holdsVariable(entry->path(), variable) && processIdentity(number)) found.push_back(number);
    }
    return found;
}

EndedProcesses endProcesses(const std::string& variable, const std::optional<ProcessIdentity>& leader,
                            std::chrono::milliseconds grace) {
    EndedProcesses processes;
    const Clock::time_point asked = Clock::now();
    bool wasAsked = false;
    for (;;) {
        std::vector<pid_t> running = variable.empty() ? std::vector<pid_t>() : markedProcesses(variable);
        const bool leads = leader && processIdentity(leader->number) == leader;
        if (leads && std::find(running.begin(), running.end(), leader->number) == running.end()) {
            running.push_back(leader->number);
        }
        for (const pid_t process : running) {
            if (std::find(processes.ended.begin(), processes.ended.end(), process) == processes.ended.end()) {
                processes.ended.push_back(process);
            }
        }
        if (running.empty()) return processes;
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
            signalAll(running, leads ? leader : std::nullopt, passed >= grace ? SIGKILL : SIGTERM);
        }
        wasAsked = true;
        std::this_thread::sleep_for(kSlice);
    }
}

}  // namespace flipscope
