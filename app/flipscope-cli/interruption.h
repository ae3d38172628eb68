#pragma once

#include <stop_token>
#include <thread>

namespace flipscope::cli {

// Turns Ctrl-C (SIGINT, SIGTERM, SIGHUP) into a stop request; a second one ends the program at once, and with it what
// it runs (GroupGuard). Those that were ignored when the program started stay so. Make one in main before any other
// thread: it blocks these signals for the threads started after it. Also keeps a closed pipe from ending the program,
// so that writes report it.
class Interruption {
public:
    Interruption();
    ~Interruption() = default;
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_watcher;
};

}  // namespace flipscope::cli
