#include "core/rerun/element_error.h"
#include "kernels/device_counters.h"
#include "kernels/device_errors.h"

#include <bit>
#include <utility>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace flipscope {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kMostBlocks = 2048;
constexpr unsigned kLargest = 0, kBeyond = 1, kUlp = 2, kMaxima = 3;
constexpr unsigned kBins = ErrorSummary::kUlpBins;

__device__ double valueOf(float element) {
    return element;
}
__device__ double valueOf(__half element) {
    return __half2float(element);
}
__device__ double valueOf(__nv_bfloat16 element) {
    return __bfloat162float(element);
}

// Numbers that are not negative have the order of their bit patterns. totals: the three maxima, then the histogram.
template <class Element>
__global__ void __launch_bounds__(kThreads)
    summarize(const Element* output, const double* product, const double* magnitude, std::size_t elements,
              OutputFormat format, unsigned long long* totals) {
    __shared__ unsigned long long maxima[kMaxima];
    __shared__ unsigned bins[kBins];
    if (threadIdx.x < kMaxima) maxima[threadIdx.x] = 0;
    if (threadIdx.x < kBins) bins[threadIdx.x] = 0;
    __syncthreads();
    ElementError worst;
    for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < elements;
         i += std::size_t{gridDim.x} * kThreads) {
        const ElementError error = elementError(valueOf(output[i]), product[i], magnitude[i], format);
        worst.relative = fmax(worst.relative, error.relative);
        worst.beyondRounding = fmax(worst.beyondRounding, error.beyondRounding);
        worst.ulp = fmax(worst.ulp, error.ulp);
        atomicAdd(bins + ulpBin(error.ulp), 1U);
    }
    atomicMax(maxima + kLargest, static_cast<unsigned long long>(__double_as_longlong(worst.relative)));
    atomicMax(maxima + kBeyond, static_cast<unsigned long long>(__double_as_longlong(worst.beyondRounding)));
    atomicMax(maxima + kUlp, static_cast<unsigned long long>(__double_as_longlong(worst.ulp)));
    __syncthreads();
    if (threadIdx.x < kMaxima) atomicMax(totals + threadIdx.x, maxima[threadIdx.x]);
    if (threadIdx.x < kBins)
        atomicAdd(totals + kMaxima + threadIdx.x, static_cast<unsigned long long>(bins[threadIdx.x]));
}

template <class Element>
cudaError_t launchSummary(const void* output, const DeviceReference& reference, std::size_t elements, ElementType type,
                          unsigned long long* totals) {
    const std::size_t wanted = (elements + kThreads - 1) / kThreads;
    const auto blocks = static_cast<unsigned>(wanted < kMostBlocks ? wanted : kMostBlocks);
    summarize<<<blocks, kThreads>>>(
        static_cast<const Element*>(output), static_cast<const double*>(reference.product.data()),
        static_cast<const double*>(reference.magnitude.data()), elements, formatOf(type), totals);
    return cudaGetLastError();
}

}  // namespace

Result<const DeviceReference*> DeviceErrors::referenceBy(PrecisionModel model) {
    if (const auto known = m_references.find(model); known != m_references.end()) return &known->second;
    auto computed = referenceOnDevice(m_problem, m_operands, model);
    if (!computed && !m_references.empty()) {
        m_references.clear();  // perhaps there was no room for one more
        (void)cudaGetLastError();
        return referenceBy(model);
    }
    if (!computed) return Error{computed.errorMessage()};
    return &m_references.emplace(model, std::move(computed).value()).first->second;
}

Result<ErrorSummary> DeviceErrors::of(const void* output, PrecisionModel model) {
    const auto reference = referenceBy(model);
    if (!reference) return Error{reference.errorMessage()};
    const DeviceCounters<kMaxima + kBins> totals;
    if (totals.failure()) return *totals.failure();
    const std::size_t elements = m_problem.m * m_problem.n;
    const auto launch = m_problem.type == ElementType::f16    ? launchSummary<__half>
                        : m_problem.type == ElementType::bf16 ? launchSummary<__nv_bfloat16>
                                                              : launchSummary<float>;
    if (auto failure = failureOf(launch(output, *reference.value(), elements, m_problem.type, totals.place()),
                                 "the launch of the errors"))
        return std::move(*failure);
    const auto values = totals.values();
    if (!values) return Error{values.errorMessage()};
    const auto maximum = [&](unsigned which) {
        return std::bit_cast<double>(static_cast<std::uint64_t>(values.value()[which]));
    };
    ErrorSummary summary;
    summary.model = model;
    summary.largest = maximum(kLargest);
    summary.largestBeyondRounding = maximum(kBeyond);
    summary.largestUlp = maximum(kUlp);
    for (std::size_t bin = 0; bin < kBins; ++bin)
        summary.ulpHistogram[bin] = values.value()[kMaxima + bin];
    return summary;
}

}  // namespace flipscope
