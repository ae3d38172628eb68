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

// Code point of a well-formed sequence.
std::uint32_t codePoint(std::string_view sequence) {
    const auto lead = static_cast<std::uint8_t>(sequence.front());
    if (sequence.size() == 1) return lead;
    std::uint32_t value = lead & (0x7fU >> sequence.size());
    for (const char c : sequence.substr(1))
        value = (value << 6U) | (static_cast<std::uint8_t>(c) & 0x3fU);
    return value;
}

// Controls that a terminal obeys (C1) or that show text in another order than it has.
bool misleads(std::uint32_t c) {
    const bool reorders =
        (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x061c;
    return (c >= 0x80 && c <= 0x9f) || reorders;
}

void appendEscaped(std::string& out, std::uint32_t c) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "\\u{";
    for (const unsigned shift : {12U, 8U, 4U, 0U})  // all of them are below U+10000
        out += kDigits[(c >> shift) & 0xfU];
    out += '}';
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
            continue;
        }
        const std::string_view sequence = bytes.substr(0, length);
        if (const std::uint32_t c = codePoint(sequence); misleads(c)) {
            appendEscaped(out, c);
        } else {
            out += sequence;
        }
        bytes.remove_prefix(length);
    }
    return out;
}

}  // namespace flipscope
