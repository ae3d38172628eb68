#include "core/model/label_text.h"

#include <cstdint>

namespace flipscope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "…";

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 1;
    bool valid = false;
};

std::size_t sequenceLength(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return 2;
    if (lead >= 0xE0 && lead < 0xF0) return 3;
    if (lead >= 0xF0 && lead < 0xF5) return 4;
    return 0;
}

bool isOverlongOrOutOfRange(std::uint32_t value, std::size_t length) {
    if (length == 3) return value < 0x800 || (value >= 0xD800 && value < 0xE000);
    return length == 4 && (value < 0x10000 || value > 0x10FFFF);
}

CodePoint decodeAt(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = sequenceLength(lead);
    if (length == 0 || at + length > text.size()) return {};
    if (length == 1) return {lead, 1, true};
    std::uint32_t value = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if ((byte & 0xC0U) != 0x80U) return {};
        value = (value << 6U) | (byte & 0x3FU);
    }
    if (isOverlongOrOutOfRange(value, length)) return {};
    return {value, length, true};
}

// Characters that would break a line, be invisible, or turn the text around it.
bool disturbs(std::uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

}  // namespace

std::string labelText(std::string_view hostile, std::size_t maxCharacters) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < hostile.size(); ++characters) {
        if (characters == maxCharacters) return out + std::string(kEllipsis);
        const CodePoint c = decodeAt(hostile, at);
        out += c.valid && !disturbs(c.value) ? hostile.substr(at, c.length) : kReplacement;
        at += c.length;
    }
    return out;
}

}  // namespace flipscope
