#include "core/rerun/steady_progress.h"

#include <utility>

namespace flipscope {

void SteadyProgress::begin(std::size_t done, std::string text) {
    const std::lock_guard lock(m_mutex);
    m_hasBegun = true;
    m_done = done;
    m_text = std::move(text);
    m_said = Clock::now();
    m_sink.progress(m_done, m_text);
}

void SteadyProgress::goOn() {
    const std::unique_lock lock(m_mutex, std::try_to_lock);  // who holds it is saying it
    if (!lock || !m_hasBegun) return;
    const auto now = Clock::now();
    if (now - m_said < m_every) return;
    m_said = now;
    m_sink.progress(m_done, m_text);
}

}  // namespace flipscope
