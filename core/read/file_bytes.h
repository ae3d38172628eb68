#pragma once

#include "core/model/result.h"
#include "core/read/read_padding.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace flipscope {

// A regular file open for reading. Move-only; closes itself. Thread rule: one thread at a time.
class InputFile {
public:
    // Never blocks and never opens a fifo, socket or device: those are an Error that says what they are.
    [[nodiscard]] static Result<InputFile> open(const std::string& path);

    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    [[nodiscard]] std::uint64_t size() const { return m_size; }  // when it was opened; a live file may grow

    // Reads up to `count` bytes from `offset` on; fewer only at the end of the file.
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, char* into, std::size_t count,
                                             const std::stop_token& stop = {}) const;

private:
    InputFile(int descriptor, std::uint64_t size);
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

// Memory that is kept from file to file. kReadPadding zero bytes are readable behind whatever size was asked for.
class ReadBuffer {
public:
    // Room for `size` bytes; what was there up to the smaller size is kept.
    char* resize(std::size_t size);
    [[nodiscard]] char* data() { return m_bytes.get(); }
    [[nodiscard]] std::string_view view(std::size_t size) const { return {m_bytes.get(), size}; }

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_capacity = 0;
};

// The first `limit` bytes of a file, read into the buffer; the view lives until the buffer is used again.
[[nodiscard]] Result<std::string_view> readUpTo(const InputFile& file, std::size_t limit, ReadBuffer& buffer,
                                                const std::stop_token& stop = {});

}  // namespace flipscope
