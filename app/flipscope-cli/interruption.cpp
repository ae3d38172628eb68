#include "app/flipscope-cli/interruption.h"

#include "app/flipscope-cli/options.h"

#include <csignal>
#include <ctime>

#include <unistd.h>

namespace flipscope::cli {

namespace {

// Whoever started the program so (nohup; a script that puts it into the background) does not want it to end by it. A
// signal that is blocked would be seen although it is ignored.
bool isIgnored(int number) {
    struct sigaction now {};
    return sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void watch(const std::stop_token& ended, const std::stop_source& source, const sigset_t& signals) {
    constexpr timespec kInterval{0, 100'000'000};
    while (!ended.stop_requested()) {
        if (sigtimedwait(&signals, nullptr, &kInterval) <= 0) continue;
        if (!source.request_stop()) _exit(kFailed);
    }
}

}  // namespace

Interruption::Interruption() {
    std::signal(SIGPIPE, SIG_IGN);
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (!isIgnored(number)) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    m_watcher =
        std::jthread([source = m_source, signals](const std::stop_token& ended) { watch(ended, source, signals); });
}

}  // namespace flipscope::cli
