#pragma once

#include "core/model/result.h"
#include "kernels/device_counters.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

#include <cuda_runtime_api.h>

namespace flipscope {

// Keeps every multiprocessor of the current device busy beside what else runs, so that a race between blocks that never
// shows on an idle card has a chance to. Can be moved once made. It ends by itself after a while, whatever happens: no
// launch can hang behind it. Call with the wanted device current; one thread at a time.
class BusyCard {
public:
    static constexpr std::chrono::nanoseconds kMost = std::chrono::milliseconds(100);

    // A kernel launched beside it must have been loaded before: the first launch of a kernel waits for what runs.
    // What is launched into the null stream from now on begins once every multiprocessor is busy, or after a short wait
    // in vain. Memory must not be allocated or freed until release(): that can wait for the device.
    [[nodiscard]] static Result<BusyCard> start(std::chrono::nanoseconds most = kMost);
    // Ends when the null stream has done what was launched into it, and waits for both. True: every multiprocessor was
    // busy until then. Call once.
    [[nodiscard]] Result<bool> release();

    BusyCard(BusyCard&& other) noexcept;
    BusyCard& operator=(BusyCard&&) = delete;
    BusyCard(const BusyCard&) = delete;
    BusyCard& operator=(const BusyCard&) = delete;
    ~BusyCard();

private:
    static constexpr std::size_t kMostProcessors = 1024;
    enum Counter : unsigned { busyProcessors, released, endedLate, count };
    using Counters = DeviceCounters<Counter::count>;

    BusyCard() = default;
    [[nodiscard]] cudaError_t requestRelease() const;

    std::unique_ptr<Counters> m_counters;  // null once released
    std::unique_ptr<DeviceCounters<kMostProcessors>> m_seen;
    cudaStream_t m_stream = nullptr;
    unsigned m_processors = 0;
};

}  // namespace flipscope
