#include "kernels/device_buffer.h"

#include "kernels/cuda_error.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace flipscope {

namespace {

constexpr int kGuardByte = 0xA5;
constexpr std::size_t kLargestOffset = 256;

}  // namespace

Result<DeviceBuffer> DeviceBuffer::allocate(std::size_t bytes, std::size_t offset) {
    DeviceBuffer buffer;
    buffer.m_bytes = bytes;
    buffer.m_offset = std::min(offset, kLargestOffset - 1);
    buffer.m_total = bytes + 2 * kGuardBytes + kLargestOffset;
    void* base = nullptr;
    if (auto failure = failureOf(cudaMalloc(&base, buffer.m_total), "cudaMalloc")) return std::move(*failure);
    buffer.m_base = static_cast<std::byte*>(base);
    if (auto failure = failureOf(cudaMemset(base, kGuardByte, buffer.m_total), "cudaMemset"))
        return std::move(*failure);
    return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : m_base(std::exchange(other.m_base, nullptr)),
      m_bytes(std::exchange(other.m_bytes, 0)),
      m_offset(other.m_offset),
      m_total(other.m_total) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
    std::swap(m_base, other.m_base);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_offset, other.m_offset);
    std::swap(m_total, other.m_total);
    return *this;
}

DeviceBuffer::~DeviceBuffer() {
    if (m_base != nullptr) cudaFree(m_base);  // a sticky error was told where it came up
}

std::optional<Error> DeviceBuffer::upload(const void* from, std::size_t bytes) {
    return failureOf(cudaMemcpy(data(), from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
}

std::optional<Error> DeviceBuffer::download(void* to, std::size_t bytes) const {
    return failureOf(cudaMemcpy(to, data(), bytes, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
}

std::optional<Error> DeviceBuffer::fill(std::uint32_t pattern) {
    constexpr std::size_t kUploaded = std::size_t{64} << 10;  // the rest is copied there, twice as much each time
    std::size_t done = std::min(m_bytes, kUploaded);
    const std::vector<std::uint32_t> patterns((done + sizeof pattern - 1) / sizeof pattern, pattern);
    if (auto failure = upload(patterns.data(), done)) return failure;
    auto* const first = static_cast<std::byte*>(data());
    while (done < m_bytes) {
        const std::size_t more = std::min(done, m_bytes - done);
        if (auto failure =
                failureOf(cudaMemcpy(first + done, first, more, cudaMemcpyDeviceToDevice), "cudaMemcpy of a fill"))
            return failure;
        done += more;
    }
    return std::nullopt;
}

Result<std::size_t> DeviceBuffer::changedGuardBytes() const {
    const std::size_t before = kGuardBytes + m_offset;
    const std::array<std::pair<std::size_t, std::size_t>, 2> zones = {
        std::pair{std::size_t{0}, before}, std::pair{before + m_bytes, m_total - before - m_bytes}};
    std::size_t changed = 0;
    for (const auto& [begin, size] : zones) {
        std::vector<unsigned char> bytes(size);
        if (auto failure = failureOf(cudaMemcpy(bytes.data(), m_base + begin, size, cudaMemcpyDeviceToHost),
                                     "cudaMemcpy of a guard zone")) {
            return std::move(*failure);
        }
        changed += size - static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), kGuardByte));
    }
    return changed;
}

}  // namespace flipscope
