#pragma once

#include "core/rerun/worker_backend.h"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace flipscope {

// How often what runs is said again: often enough that nobody takes it for a hang, seldom enough to cost nothing.
inline constexpr std::chrono::milliseconds kProgressEvery{1'000};

// The progress of one request: says what is begun at once, and again while that goes on, so that work of minutes is not
// taken for a worker that hangs (docs/worker-protocol.md, "Time-outs and faults"). All functions from any thread; the
// sink is called by one at a time.
class SteadyProgress {
public:
    // The sink must outlive it.
    explicit SteadyProgress(const RunSink& sink, std::chrono::milliseconds every = kProgressEvery)
        : m_sink(sink), m_every(every) {}

    void begin(std::size_t done, std::string text);
    // Cheap enough to be called between two steps of a computation. Says nothing before something was begun.
    void goOn();

private:
    using Clock = std::chrono::steady_clock;

    const RunSink& m_sink;
    std::chrono::milliseconds m_every;
    std::mutex m_mutex;  // of what follows, and of the calls of the sink
    bool m_hasBegun = false;
    std::size_t m_done = 0;
    std::string m_text;
    Clock::time_point m_said;
};

}  // namespace flipscope
