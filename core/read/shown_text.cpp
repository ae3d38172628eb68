#include "core/read/shown_text.h"

#include <cstdint>

namespace flipscope {

namespace {

// Length of the well-formed UTF-8 sequence at the start, 0 when there is none (Unicode 15, table 3-7).
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return tail(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const bool second = tail(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
        return second && tail(2) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const bool second = tail(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
        return second && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

void appendHex(std::string& out, char byte) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto value = static_cast<std::uint8_t>(byte);
    out += "\\x";
    out += kDigits[value >> 4U];
    out += kDigits[value & 0xfU];
}

}  // namespace

std::string shownText(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        const auto first = static_cast<std::uint8_t>(bytes.front());
        const bool control = length == 1 && (first < 0x20 || first == 0x7f);
        if (length == 0 || control) {
            appendHex(out, bytes.front());
            bytes.remove_prefix(1);
        } else {
            out += bytes.substr(0, length);
            bytes.remove_prefix(length);
        }
    }
    return out;
}

}  // namespace flipscope
