#include "kernels/device_checksum.h"
#include "kernels/device_counters.h"

#include <cuda_runtime.h>

namespace flipscope {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kLanes = 32;
constexpr std::uint64_t kBase = 31;
constexpr unsigned kWords = 4;  // 32-bit words of one load

__host__ __device__ constexpr std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent > 0; exponent /= 2, base *= base) {
        if (exponent % 2 == 1) result *= base;
    }
    return result;
}

// Horner over the elements of one load, oldest first.
template <unsigned elementBytes>
__device__ std::uint64_t foldedLoad(const uint4& words) {
    const std::uint32_t word[kWords] = {words.x, words.y, words.z, words.w};
    std::uint64_t sum = 0;
#pragma unroll
    for (unsigned i = 0; i < kWords; ++i) {
        if constexpr (elementBytes == 4) {
            sum = sum * kBase + word[i];
        } else {
            // Two elements fit one product: 31·low + high.
            sum = sum * (kBase * kBase) + ((word[i] & 0xffffU) * static_cast<std::uint32_t>(kBase) + (word[i] >> 16U));
        }
    }
    return sum;
}

// The polynomial is evaluated in parallel: thread t folds loads t, t + T, t + 2T … with the base to the power of their
// distance, then its sum is moved by its distance from the end. Elements behind the last whole load are added by the
// host. `step`: kBase to the elements of T loads.
template <unsigned elementBytes>
__global__ void __launch_bounds__(kThreads)
    checksumLoads(const uint4* loads, std::uint64_t count, std::uint64_t step, unsigned long long* total) {
    constexpr std::uint64_t perLoad = sizeof(uint4) / elementBytes;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * kThreads;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * kThreads + threadIdx.x;
    std::uint64_t sum = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = first; i < count; i += threads) {
        sum = sum * step + foldedLoad<elementBytes>(__ldcs(loads + i));
        last = i;
    }
    sum = first < count ? sum * power(kBase, (count - 1 - last) * perLoad) : 0;
    for (unsigned offset = kLanes / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % kLanes == 0) atomicAdd(total, sum);
}

unsigned blocksFor(std::uint64_t loads) {
    int device = 0, processors = 0, resident = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, checksumLoads<4>, kThreads, 0);
    const std::uint64_t useful = (loads + kThreads - 1) / kThreads;
    const std::uint64_t filled = static_cast<std::uint64_t>(processors) * static_cast<std::uint64_t>(resident);
    return static_cast<unsigned>(useful < filled || filled == 0 ? useful : filled);
}

// Adds the elements from `done` on to a checksum, on the host.
Result<std::uint64_t> withRest(std::uint64_t sum, const std::byte* elements, std::size_t elementBytes, std::size_t done,
                               std::size_t count) {
    std::byte bytes[sizeof(uint4)] = {};
    if (done < count) {
        if (auto failure = failureOf(cudaMemcpy(bytes, elements + done * elementBytes, (count - done) * elementBytes,
                                                cudaMemcpyDeviceToHost),
                                     "cudaMemcpy of a result"))
            return std::move(*failure);
    }
    for (std::size_t i = 0; i < count - done; ++i) {
        std::uint32_t pattern = 0;
        for (std::size_t byte = 0; byte < elementBytes; ++byte)
            pattern |= std::to_integer<std::uint32_t>(bytes[i * elementBytes + byte]) << 8U * byte;
        sum = sum * kBase + pattern;
    }
    return sum;
}

}  // namespace

Result<std::uint64_t> deviceChecksum(const void* elements, std::size_t elementBytes, std::size_t count) {
    const auto* bytes = static_cast<const std::byte*>(elements);
    const std::size_t perLoad = sizeof(uint4) / elementBytes;
    const bool aligned = reinterpret_cast<std::uintptr_t>(elements) % sizeof(uint4) == 0;
    if (!aligned) return Error{"the checksum needs a result aligned to 16 bytes"};
    const std::uint64_t loads = count / perLoad;
    const DeviceCounters<1> total;
    if (total.failure()) return *total.failure();
    if (loads > 0) {
        const unsigned blocks = blocksFor(loads);
        const std::uint64_t step = power(kBase, std::uint64_t{blocks} * kThreads * perLoad);
        const auto* first = static_cast<const uint4*>(elements);
        if (elementBytes == 4) {
            checksumLoads<4><<<blocks, kThreads>>>(first, loads, step, total.place());
        } else {
            checksumLoads<2><<<blocks, kThreads>>>(first, loads, step, total.place());
        }
        if (auto failure = failureOf(cudaGetLastError(), "the launch of the checksum")) return std::move(*failure);
    }
    const auto sum = total.values();
    if (!sum) return Error{sum.errorMessage()};
    return withRest(sum.value()[0], bytes, elementBytes, loads * perLoad, count);
}

}  // namespace flipscope
