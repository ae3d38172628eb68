#include "kernels/busy_card.h"
#include "kernels/cuda_error.h"

#include <utility>

#include <cuda_runtime.h>

namespace flipscope {

namespace {

constexpr unsigned kThreads = 128;                       // few enough to leave room for the kernels beside it
constexpr unsigned kBlocksEach = 2;                      // a multiprocessor: more than one, so that none is missed
constexpr unsigned kStepsAtOnce = 256;                   // between two looks at the counters
constexpr unsigned long long kLongestWait = 50'000'000;  // ns, for all multiprocessors to be busy

__device__ unsigned long long nowInNanoseconds() {
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__device__ unsigned processorId() {
    unsigned id = 0;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

__device__ unsigned long long read(const unsigned long long* counter) {
    return *static_cast<const volatile unsigned long long*>(counter);
}

// Computes until `released` is set or the time is over; the first block on each multiprocessor counts it.
__global__ void __launch_bounds__(kThreads)
    keepBusy(unsigned long long* busyProcessors, const unsigned long long* released, unsigned long long* endedLate,
             unsigned long long* seen, unsigned seenSize, unsigned long long most) {
    const unsigned long long begin = nowInNanoseconds();
    const unsigned id = processorId();
    if (threadIdx.x == 0 && id < seenSize && atomicExch(seen + id, 1ULL) == 0) atomicAdd(busyProcessors, 1ULL);
    float value = static_cast<float>(threadIdx.x);
    while (read(released) == 0) {
        for (unsigned i = 0; i < kStepsAtOnce; ++i)
            value = __fmaf_rn(value, 0.999F, 1.0F);
        if (nowInNanoseconds() - begin < most) continue;
        if (threadIdx.x == 0) atomicAdd(endedLate, 1ULL);
        break;
    }
    if (value < 0) atomicAdd(endedLate, 1ULL);  // never: the sum must not be optimised away
}

__global__ void waitUntilBusy(const unsigned long long* busyProcessors, unsigned long long processors) {
    const unsigned long long begin = nowInNanoseconds();
    while (read(busyProcessors) < processors && nowInNanoseconds() - begin < kLongestWait) {
    }
}

// Kernels are loaded at their first use, which can wait for what runs: before there is something that does. A
// multiprocessor divides its memory into cache and shared memory and cannot divide it anew while blocks are on it: with
// all of it shared, kernels that need shared memory fit in beside the load.
cudaError_t loadKernels() {
    cudaFuncAttributes attributes{};
    if (const cudaError_t status = cudaFuncGetAttributes(&attributes, waitUntilBusy); status != cudaSuccess) {
        return status;
    }
    return cudaFuncSetAttribute(keepBusy, cudaFuncAttributePreferredSharedMemoryCarveout,
                                cudaSharedmemCarveoutMaxShared);
}

}  // namespace

Result<BusyCard> BusyCard::start(std::chrono::nanoseconds most) {
    int device = 0, processors = 0;
    if (auto failure = failureOf(cudaGetDevice(&device), "cudaGetDevice")) return std::move(*failure);
    if (auto failure = failureOf(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
                                 "cudaDeviceGetAttribute"))
        return std::move(*failure);
    if (auto failure = failureOf(loadKernels(), "cudaFuncGetAttributes")) return std::move(*failure);
    BusyCard busy;
    busy.m_processors = static_cast<unsigned>(processors);
    auto counters = std::make_unique<Counters>();
    if (counters->failure()) return *counters->failure();
    busy.m_seen = std::make_unique<DeviceCounters<kMostProcessors>>();
    if (busy.m_seen->failure()) return *busy.m_seen->failure();
    if (auto failure = failureOf(cudaDeviceSynchronize(), "cudaDeviceSynchronize")) return std::move(*failure);
    if (auto failure = failureOf(cudaStreamCreateWithFlags(&busy.m_stream, cudaStreamNonBlocking), "cudaStreamCreate"))
        return std::move(*failure);
    busy.m_counters = std::move(counters);
    unsigned long long* place = busy.m_counters->place();
    keepBusy<<<kBlocksEach * busy.m_processors, kThreads, 0, busy.m_stream>>>(
        place + busyProcessors, place + released, place + endedLate, busy.m_seen->place(), kMostProcessors,
        static_cast<unsigned long long>(most.count()));
    if (auto failure = failureOf(cudaGetLastError(), "the launch of the load")) return std::move(*failure);
    waitUntilBusy<<<1, 1>>>(place + busyProcessors, busy.m_processors);
    if (auto failure = failureOf(cudaGetLastError(), "the launch of the wait")) return std::move(*failure);
    return Result<BusyCard>(std::move(busy));
}

BusyCard::BusyCard(BusyCard&& other) noexcept
    : m_counters(std::move(other.m_counters)),
      m_seen(std::move(other.m_seen)),
      m_stream(std::exchange(other.m_stream, nullptr)),
      m_processors(other.m_processors) {}

// In the null stream: behind everything that was launched into it.
cudaError_t BusyCard::requestRelease() const {
    return cudaMemsetAsync(m_counters->place() + released, 1, sizeof(unsigned long long), nullptr);
}

Result<bool> BusyCard::release() {
    if (auto failure = failureOf(requestRelease(), "cudaMemsetAsync")) return std::move(*failure);
    if (auto failure = failureOf(cudaStreamSynchronize(nullptr), "a kernel on a busy card")) return std::move(*failure);
    if (auto failure = failureOf(cudaStreamSynchronize(m_stream), "the load")) return std::move(*failure);
    const auto values = m_counters->values();
    if (!values) return Error{values.errorMessage()};
    m_counters.reset();
    return values.value()[busyProcessors] >= m_processors && values.value()[endedLate] == 0;
}

BusyCard::~BusyCard() {
    if (m_stream == nullptr) return;
    if (m_counters) {
        (void)requestRelease();
        (void)cudaStreamSynchronize(m_stream);
    }
    cudaStreamDestroy(m_stream);
}

}  // namespace flipscope
