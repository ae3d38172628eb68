#include "core/analyse/group_threads.h"
#include "core/rerun/seeded_input.h"
#include "kernels/cuda_error.h"
#include "kernels/device_buffer.h"
#include "kernels/device_reference.h"
#include "kernels/launch_grid.h"

#include <algorithm>
#include <thread>

#include <cuda_runtime.h>

namespace flipscope {

namespace {

constexpr unsigned kColumnsPerBlock = 32;
constexpr unsigned kRowsPerBlock = 8;

// One thread an element, k ascending.
__global__ void referenceSums(const float* lhs, const float* rhs, unsigned m, unsigned n, unsigned k,
                              bool rhsTransposed, double* product, double* magnitude) {
    const unsigned column = blockIdx.x * kColumnsPerBlock + threadIdx.x;
    if (column >= n) return;
    const float* b = rhs + (rhsTransposed ? std::size_t{column} * k : column);
    const std::size_t step = rhsTransposed ? 1 : n;
    for (std::size_t row = blockIdx.y * kRowsPerBlock + threadIdx.y; row < m; row += gridDim.y * kRowsPerBlock) {
        const float* a = lhs + row * k;
        double sum = 0, absolute = 0;
        for (unsigned l = 0; l < k; ++l) {
            const double exact = static_cast<double>(a[l]) * static_cast<double>(b[l * step]);
            sum = __dadd_rn(sum, exact);
            absolute = __dadd_rn(absolute, fabs(exact));
        }
        const std::size_t index = row * n + column;
        product[index] = sum;
        magnitude[index] = absolute;
    }
}

// The model's rounding of each, on all processors.
Result<DeviceBuffer> uploadRounded(std::vector<float> values, PrecisionModel model) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 18;
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    forEachGroup((values.size() + kAtOnce - 1) / kAtOnce, threads, {}, [&](std::size_t group, std::size_t) {
        float* const first = values.data() + group * kAtOnce;
        float* const last = first + std::min(kAtOnce, values.size() - group * kAtOnce);
        std::transform(first, last, first, [&](float value) { return roundedOperand(value, model); });
        return true;
    });
    auto buffer = DeviceBuffer::allocate(values.size() * sizeof(float));
    if (!buffer) return buffer;
    if (auto failure = buffer.value().upload(values.data(), values.size() * sizeof(float))) return std::move(*failure);
    return buffer;
}

}  // namespace

Result<DeviceReference> referenceOnDevice(const RerunProblem& problem, const Operands& operands, PrecisionModel model) {
    const std::size_t count = problem.m * problem.n;
    auto lhs = uploadRounded(rowMajorLhs(problem, operands.lhs), model);
    auto rhs = uploadRounded(operands.rhs, model);
    auto product = DeviceBuffer::allocate(count * sizeof(double));
    auto magnitude = DeviceBuffer::allocate(count * sizeof(double));
    for (const auto* buffer : {&lhs, &rhs, &product, &magnitude}) {
        if (!*buffer) return Error{buffer->errorMessage()};
    }
    const auto m = static_cast<unsigned>(problem.m), n = static_cast<unsigned>(problem.n);
    const dim3 blocks = blocksOver(m, n, kRowsPerBlock, kColumnsPerBlock);
    referenceSums<<<blocks, dim3(kColumnsPerBlock, kRowsPerBlock)>>>(
        static_cast<const float*>(lhs.value().data()), static_cast<const float*>(rhs.value().data()), m, n,
        static_cast<unsigned>(problem.k), problem.rhsTransposed, static_cast<double*>(product.value().data()),
        static_cast<double*>(magnitude.value().data()));
    if (auto failure = failureOf(cudaGetLastError(), "the launch of the reference")) return std::move(*failure);
    if (auto failure = failureOf(cudaDeviceSynchronize(), "the reference")) return std::move(*failure);
    return DeviceReference{std::move(product).value(), std::move(magnitude).value()};
}

}  // namespace flipscope
