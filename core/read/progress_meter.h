#pragma once

#include "core/read/loader.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace flipscope {

// Gathers progress from several threads and passes it on, one call at a time and at most twenty times a second.
class ProgressMeter {
public:
    explicit ProgressMeter(std::function<void(const LoadProgress&)> report) : m_report(std::move(report)) {}

    void setTotal(std::uint64_t files, std::uint64_t bytes);
    // A file is done; the bytes may be fewer than planned.
    void fileDone(const std::string& shownPath, std::uint64_t bytes);
    // Looking for runs: nothing is known of totals yet.
    void filesSeen(std::uint64_t files);
    // Everything is done: always passed on.
    void finish();

private:
    void passOn();  // with m_mutex held

    std::function<void(const LoadProgress&)> m_report;
    std::mutex m_mutex;
    LoadProgress m_progress;
    std::chrono::steady_clock::time_point m_last;
};

}  // namespace flipscope
