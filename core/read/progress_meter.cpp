#include "core/read/progress_meter.h"

#include <algorithm>

namespace flipscope {

namespace {

constexpr auto kPause = std::chrono::milliseconds(50);

}  // namespace

void ProgressMeter::setTotal(std::uint64_t files, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_progress.filesDone = 0;
    m_progress.filesTotal = files;
    m_progress.bytesTotal = bytes;
}

void ProgressMeter::fileDone(const std::string& shownPath, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    ++m_progress.filesDone;
    m_progress.bytesDone += bytes;
    m_progress.current = shownPath;
    passOn();
}

void ProgressMeter::filesSeen(std::uint64_t files) {
    const std::lock_guard lock(m_mutex);
    m_progress.filesDone = std::max(m_progress.filesDone, files);
    passOn();
}

void ProgressMeter::finish() {
    const std::lock_guard lock(m_mutex);
    m_progress.filesDone = m_progress.filesTotal;
    m_progress.bytesDone = m_progress.bytesTotal;
    m_last = {};
    passOn();
}

void ProgressMeter::passOn() {
    const auto now = std::chrono::steady_clock::now();
    if (!m_report || now - m_last < kPause) return;
    m_last = now;
    m_report(m_progress);
}

}  // namespace flipscope
