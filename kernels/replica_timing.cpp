#include "kernels/replica_timing.h"

#include "kernels/cuda_error.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <cuda_runtime_api.h>

namespace flipscope {

namespace {

class Event {
public:
    Event() { cudaEventCreate(&m_event); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { cudaEventDestroy(m_event); }
    [[nodiscard]] cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

// Overwrites what the second-level cache holds.
class CacheFlush {
public:
    Result<bool> prepare(bool wanted) {
        if (!wanted) return true;
        int device = 0, cacheBytes = 0;
        if (auto failure = failureOf(cudaGetDevice(&device), "cudaGetDevice")) return std::move(*failure);
        if (auto failure = failureOf(cudaDeviceGetAttribute(&cacheBytes, cudaDevAttrL2CacheSize, device),
                                     "cudaDeviceGetAttribute"))
            return std::move(*failure);
        auto buffer = DeviceBuffer::allocate(2 * static_cast<std::size_t>(cacheBytes));
        if (!buffer) return Error{buffer.errorMessage()};
        m_buffer = std::move(buffer).value();
        return true;
    }
    [[nodiscard]] cudaError_t flush() const {
        return m_buffer ? cudaMemsetAsync(m_buffer->data(), 0, m_buffer->size()) : cudaSuccess;
    }

private:
    std::optional<DeviceBuffer> m_buffer;
};

struct Sample {
    Nanoseconds time;
    std::optional<ClockReading> clock;
};

Result<Sample> timed(const Launch& launch, const DeviceMatmul& matmul, const ClockWatch& clock, const Event& begin,
                     const Event& end) {
    constexpr double kNanosecondsPerMillisecond = 1e6;
    if (auto failure = failureOf(cudaEventRecord(begin.get()), "cudaEventRecord")) return std::move(*failure);
    const LaunchAnswer answer = launch(matmul);
    if (!answer.refused.empty()) return Error{"a timed launch was refused: " + answer.refused};
    if (auto failure = failureOf(answer.error, "a timed launch")) return std::move(*failure);
    if (auto failure = failureOf(cudaEventRecord(end.get()), "cudaEventRecord")) return std::move(*failure);
    const std::optional<ClockReading> reading = clock.read();
    if (auto failure = failureOf(cudaEventSynchronize(end.get()), "a timed kernel")) return std::move(*failure);
    float milliseconds = 0;
    if (auto failure = failureOf(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()), "cudaEventElapsedTime"))
        return std::move(*failure);
    const auto time = static_cast<std::int64_t>(static_cast<double>(milliseconds) * kNanosecondsPerMillisecond);
    return Sample{{time}, reading};
}

// Unknown as soon as one reading is missing.
void summarizeClock(const std::vector<Sample>& samples, TimingSummary& summary) {
    ClockSummary clock;
    for (const Sample& sample : samples) {
        if (!sample.clock) return;
        const unsigned megahertz = sample.clock->megahertz;
        clock.lowestMegahertz = clock.lowestMegahertz == 0 ? megahertz : std::min(clock.lowestMegahertz, megahertz);
        clock.highestMegahertz = std::max(clock.highestMegahertz, megahertz);
        clock.throttled += sample.clock->heldDown ? 1U : 0U;
    }
    summary.clock = clock;
}

TimingSummary summaryOf(std::vector<Sample> samples, bool flushed) {
    std::sort(samples.begin(), samples.end(),
              [](const Sample& a, const Sample& b) { return a.time.value < b.time.value; });
    const std::size_t count = samples.size();
    constexpr std::size_t kFifths = 5;
    TimingSummary summary;
    summary.min = samples.front().time;
    summary.median = samples[count / 2].time;
    summary.max = samples.back().time;
    summary.lowerBand = samples[count / kFifths].time;
    summary.upperBand = samples[std::min(count - 1, count * (kFifths - 1) / kFifths)].time;
    summary.samples = static_cast<unsigned>(count);
    summary.cacheFlushed = flushed;
    summarizeClock(samples, summary);
    return summary;
}

}  // namespace

ReplicaTimes timeReplicas(const std::vector<Launch>& launches, const DeviceMatmul& matmul, unsigned samples,
                          bool flushCache, const ClockWatch& clock, const std::stop_token& stop,
                          const std::function<void()>& goesOn) {
    ReplicaTimes all;
    if (launches.empty() || samples == 0) return all;
    CacheFlush cache;
    if (const auto ready = cache.prepare(flushCache); !ready) {
        all.failure = Error{ready.errorMessage()};
        return all;
    }
    const Event begin, end;
    std::vector<std::vector<Sample>> times(launches.size());
    std::vector<std::size_t> order(launches.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937 random(1);  // any order will do, the same one each time is easier to explain
    std::size_t rounds = 0;
    for (; rounds < samples; ++rounds) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t i : order) {
            if (stop.stop_requested()) break;
            if (goesOn) goesOn();
            all.failure = failureOf(cache.flush(), "cudaMemsetAsync");
            if (all.failure) return all;
            const auto time = timed(launches[i], matmul, clock, begin, end);
            if (!time) {
                all.failure = Error{time.errorMessage()};
                all.failedLaunch = i;
                return all;
            }
            times[i].push_back(time.value());
        }
        if (stop.stop_requested()) break;
    }
    if (rounds == 0) return all;
    for (auto& samplesOfOne : times) {
        samplesOfOne.resize(rounds);  // the last round may not be over
        all.summaries.push_back(summaryOf(std::move(samplesOfOne), flushCache));
    }
    return all;
}

}  // namespace flipscope
