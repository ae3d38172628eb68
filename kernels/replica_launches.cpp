#include "kernels/replica_launches.h"

#include "kernels/busy_card.h"
#include "kernels/cuda_error.h"
#include "kernels/device_checksum.h"
#include "kernels/output_compare.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

// What the output holds before a launch: a NaN that no kernel computes, and 12345.
std::array<std::uint32_t, 2> fillsOf(ElementType type) {
    if (type == ElementType::f16) return {0x7e5a7e5a, 0x72077207};
    if (type == ElementType::bf16) return {0x7fde7fde, 0x46414641};
    return {0x7fc0dead, 0x4640e400};
}

class Repeats {
public:
    Repeats(const Launch& launch, ReplicaOperands& operands, RerunResult& result)
        : m_launch(launch), m_operands(operands), m_result(result), m_fills(fillsOf(operands.matmul().type)) {}

    std::optional<Error> run(unsigned repeats, const std::stop_token& stop, const std::function<void()>& goesOn) {
        for (unsigned repeat = 0; repeat < wanted(repeats) && !stop.stop_requested(); ++repeat) {
            if (goesOn) goesOn();
            if (auto failure = once(repeat)) return failed(*failure);
            if (!m_result.because.empty() && m_result.status == RerunStatus::refused) return std::nullopt;
        }
        if (m_result.repeats == 0) return std::nullopt;  // stopped before anything ran
        const auto guards = m_operands.changedGuardBytes();
        if (!guards) return failed(Error{guards.errorMessage()});
        m_result.guardBytesChanged += guards.value();
        m_result.gridFilled = m_allFilled && m_result.comparedRepeats > 0;
        m_result.status = RerunStatus::ok;
        return std::nullopt;
    }

    std::optional<DeviceBuffer> takeFirstOutput() { return std::move(m_firstOf[0]); }

private:
    // Launches in all, as far as is known now.
    [[nodiscard]] unsigned wanted(unsigned asked) const {
        const auto eachAgain = static_cast<unsigned>(2 * m_fills.size());
        return m_result.dependsOnFill && m_result.differentRepeats == 0 ? std::max(asked, eachAgain) : asked;
    }

    std::optional<Error> failed(const Error& error) {
        m_result.status = RerunStatus::failed;
        m_result.because = error.message;
        return error;
    }

    std::optional<Error> once(unsigned repeat) {
        const std::uint32_t fill = m_fills[repeat % 2];
        if (auto failure = m_operands.out().fill(fill)) return failure;
        const bool isCompared = repeat >= m_fills.size();
        const LaunchAnswer answer = isCompared ? launchOnBusyCard() : m_launch(m_operands.matmul());
        if (!answer.refused.empty()) {
            m_result.status = RerunStatus::refused;
            m_result.because = answer.refused;
            return std::nullopt;
        }
        if (auto failure = failureOf(answer.error, "the launch")) return failure;
        if (auto failure = failureOf(cudaDeviceSynchronize(), "the kernel")) return failure;
        ++m_result.repeats;
        return takeOutput(repeat, fill);
    }

    // A load that cannot be made or does not last leaves the launch as it is; only gridFilled hangs on it. A kernel
    // that finds no room beside the load waits until it ends: that is tried once.
    LaunchAnswer launchOnBusyCard() {
        if (!m_allFilled) return m_launch(m_operands.matmul());
        auto busy = BusyCard::start();
        if (!busy) (void)cudaGetLastError();  // else it would be taken for the launch's
        const LaunchAnswer answer = m_launch(m_operands.matmul());
        const auto filled = busy ? busy.value().release() : Result<bool>(false);
        m_allFilled = m_allFilled && filled && filled.value();
        return answer;
    }

    std::optional<Error> takeOutput(unsigned repeat, std::uint32_t fill) {
        const DeviceMatmul& matmul = m_operands.matmul();
        const std::size_t bytes = m_operands.elementBytes();
        const auto padding =
            changedPadding(matmul.out, fill, bytes, matmul.m, matmul.n, static_cast<std::size_t>(matmul.outStride));
        if (!padding) return Error{padding.errorMessage()};
        m_result.guardBytesChanged += padding.value() * bytes;
        auto dense = denseOutput();
        if (!dense) return Error{dense.errorMessage()};
        const std::size_t count = std::size_t{matmul.m} * matmul.n;
        if (repeat == 0) {
            const auto checksum = deviceChecksum(dense.value().data(), bytes, count);
            if (!checksum) return Error{checksum.errorMessage()};
            m_result.checksum = checksum.value();
        }
        if (auto failure = compare(dense.value(), repeat, count)) return failure;
        if (!m_firstOf[repeat % 2]) m_firstOf[repeat % 2] = std::move(dense).value();
        return std::nullopt;
    }

    Result<DeviceBuffer> denseOutput() const {
        const DeviceMatmul& matmul = m_operands.matmul();
        const std::size_t row = std::size_t{matmul.n} * m_operands.elementBytes();
        auto dense = DeviceBuffer::allocate(row * matmul.m);
        if (!dense) return dense;
        const cudaError_t status = cudaMemcpy2D(dense.value().data(), row, matmul.out,
                                                static_cast<std::size_t>(matmul.outStride) * m_operands.elementBytes(),
                                                row, matmul.m, cudaMemcpyDeviceToDevice);
        if (auto failure = failureOf(status, "cudaMemcpy2D of a result")) return std::move(*failure);
        return dense;
    }

    // With the first launch of the same fill, for bits that change; with the first of the other fill, for bits that
    // come from it.
    std::optional<Error> compare(const DeviceBuffer& output, unsigned repeat, std::size_t count) {
        const std::uint32_t fill = m_fills[repeat % 2];
        const std::size_t bytes = m_operands.elementBytes();
        const auto& same = m_firstOf[repeat % 2];
        const auto& other = m_firstOf[1 - repeat % 2];
        const DeviceBuffer& first = same ? *same : other ? *other : output;
        const std::uint32_t firstFill = same || !other ? fill : m_fills[1 - repeat % 2];
        const auto comparison = compareOutputs(first.data(), firstFill, output.data(), fill, bytes, count);
        if (!comparison) return Error{comparison.errorMessage()};
        const OutputComparison& found = comparison.value();
        m_result.unwritten = repeat == 0 ? found.unwritten : std::min(m_result.unwritten, found.unwritten);
        if (same) ++m_result.comparedRepeats;
        if (found.different == 0) return std::nullopt;
        if (same) {
            ++m_result.differentRepeats;
        } else {
            m_result.dependsOnFill = true;
        }
        return std::nullopt;
    }

    const Launch& m_launch;
    ReplicaOperands& m_operands;
    RerunResult& m_result;
    std::array<std::uint32_t, 2> m_fills;
    std::array<std::optional<DeviceBuffer>, 2> m_firstOf;  // by fill, dense
    bool m_allFilled = true;                               // of the launches that are compared
};

}  // namespace

std::optional<Error> launchRepeatedly(const Launch& launch, ReplicaOperands& operands, unsigned repeats,
                                      const std::stop_token& stop, RerunResult& result,
                                      std::optional<DeviceBuffer>* firstOutput, const std::function<void()>& goesOn) {
    Repeats all(launch, operands, result);
    auto failure = all.run(repeats, stop, goesOn);
    if (firstOutput != nullptr) *firstOutput = all.takeFirstOutput();
    return failure;
}

}  // namespace flipscope
