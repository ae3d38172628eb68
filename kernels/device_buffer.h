#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace flipscope {

// Device memory with a guard zone before and behind it, which shows writes outside. Move-only; frees itself. All
// functions wait for the device to be done with them; any thread, with the buffer's device current.
class DeviceBuffer {
public:
    static constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

    // `offset` bytes (less than 256) misalign the usable part on purpose.
    [[nodiscard]] static Result<DeviceBuffer> allocate(std::size_t bytes, std::size_t offset = 0);
    DeviceBuffer(DeviceBuffer&& other) noexcept;
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    ~DeviceBuffer();

    [[nodiscard]] void* data() const { return m_base + kGuardBytes + m_offset; }
    [[nodiscard]] std::size_t size() const { return m_bytes; }

    // Precondition: bytes <= size().
    [[nodiscard]] std::optional<Error> upload(const void* from, std::size_t bytes);
    [[nodiscard]] std::optional<Error> download(void* to, std::size_t bytes) const;
    // Repeats a 32-bit pattern over the usable part (its last bytes hold a part of it). May return before it is there;
    // what is launched into the null stream next finds it done.
    [[nodiscard]] std::optional<Error> fill(std::uint32_t pattern);
    // How many bytes of the guard zones were changed since allocate.
    [[nodiscard]] Result<std::size_t> changedGuardBytes() const;

private:
    DeviceBuffer() = default;

    std::byte* m_base = nullptr;
    std::size_t m_bytes = 0, m_offset = 0, m_total = 0;
};

}  // namespace flipscope
