#include "kernels/device_counters.h"
#include "kernels/output_compare.h"

#include <cuda_runtime.h>

namespace flipscope {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kMostBlocks = 4096;
constexpr unsigned kWholeWarp = 0xffffffff;

unsigned blocksFor(std::size_t count) {
    const std::size_t wanted = (count + kThreads - 1) / kThreads;
    return static_cast<unsigned>(wanted < kMostBlocks ? wanted : kMostBlocks);
}

__device__ void addUp(unsigned long long value, unsigned long long* total) {
    for (unsigned offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(kWholeWarp, value, offset);
    if (threadIdx.x % 32 == 0 && value > 0) atomicAdd(total, value);
}

template <class Pattern>
__global__ void compare(const Pattern* first, Pattern firstFill, const Pattern* second, Pattern secondFill,
                        std::size_t count, unsigned long long* totals) {
    unsigned long long different = 0, unwritten = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < count;
         i += std::size_t{gridDim.x} * kThreads) {
        if (first[i] == firstFill && second[i] == secondFill) {
            ++unwritten;
        } else if (first[i] != second[i]) {
            ++different;
        }
    }
    addUp(different, totals);
    addUp(unwritten, totals + 1);
}

template <class Pattern>
__global__ void countChanged(const Pattern* output, Pattern fill, std::size_t rows, std::size_t columns,
                             std::size_t stride, unsigned long long* total) {
    const std::size_t padding = stride - columns;
    unsigned long long changed = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < (rows - 1) * padding;
         i += std::size_t{gridDim.x} * kThreads) {
        if (output[i / padding * stride + columns + i % padding] != fill) ++changed;
    }
    addUp(changed, total);
}

}  // namespace

Result<OutputComparison> compareOutputs(const void* first, std::uint32_t firstFill, const void* second,
                                        std::uint32_t secondFill, std::size_t elementBytes, std::size_t count) {
    if (count == 0) return OutputComparison{};
    const DeviceCounters<2> counters;
    if (counters.failure()) return *counters.failure();
    if (elementBytes == 4) {
        compare<std::uint32_t><<<blocksFor(count), kThreads>>>(static_cast<const std::uint32_t*>(first), firstFill,
                                                               static_cast<const std::uint32_t*>(second), secondFill,
                                                               count, counters.place());
    } else {
        compare<std::uint16_t><<<blocksFor(count), kThreads>>>(
            static_cast<const std::uint16_t*>(first), static_cast<std::uint16_t>(firstFill),
            static_cast<const std::uint16_t*>(second), static_cast<std::uint16_t>(secondFill), count, counters.place());
    }
    if (auto failure = failureOf(cudaGetLastError(), "the launch of a comparison")) return std::move(*failure);
    const auto values = counters.values();
    if (!values) return Error{values.errorMessage()};
    return OutputComparison{values.value()[0], values.value()[1]};
}

Result<std::uint64_t> changedPadding(const void* output, std::uint32_t fill, std::size_t elementBytes, std::size_t rows,
                                     std::size_t columns, std::size_t stride) {
    if (rows < 2 || stride <= columns) return std::uint64_t{0};
    const DeviceCounters<1> counters;
    if (counters.failure()) return *counters.failure();
    const unsigned blocks = blocksFor((rows - 1) * (stride - columns));
    if (elementBytes == 4) {
        countChanged<std::uint32_t><<<blocks, kThreads>>>(static_cast<const std::uint32_t*>(output), fill, rows,
                                                          columns, stride, counters.place());
    } else {
        countChanged<std::uint16_t><<<blocks, kThreads>>>(static_cast<const std::uint16_t*>(output),
                                                          static_cast<std::uint16_t>(fill), rows, columns, stride,
                                                          counters.place());
    }
    if (auto failure = failureOf(cudaGetLastError(), "the launch of a count")) return std::move(*failure);
    const auto values = counters.values();
    if (!values) return Error{values.errorMessage()};
    return std::uint64_t{values.value()[0]};
}

}  // namespace flipscope
