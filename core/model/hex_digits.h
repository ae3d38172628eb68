#pragma once

#include <cstdint>
#include <string>

namespace flipscope {

// A 128-bit hash as 32 lower-case hexadecimal digits.
[[nodiscard]] inline std::string hexDigits(std::uint64_t high, std::uint64_t low) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint64_t half : {high, low}) {
        for (int shift = 60; shift >= 0; shift -= 4)
            text += kDigits[(half >> static_cast<unsigned>(shift)) & 0xFU];
    }
    return text;
}

}  // namespace flipscope
