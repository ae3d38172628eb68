#include "core/model/utf8.h"

namespace flipscope {
namespace {

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

}  // namespace

CodePoint decodeUtf8(std::string_view text) {
    if (text.empty()) return {};
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = sequenceLength(lead);
    if (length == 0 || length > text.size()) return {};
    if (length == 1) return {lead, 1};
    std::uint32_t value = lead & (0x7FU >> length);
    for (const char c : text.substr(1, length - 1)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) != 0x80U) return {};
        value = (value << 6U) | (byte & 0x3FU);
    }
    if (isOverlongOrOutOfRange(value, length)) return {};
    return {value, length};
}

bool misleads(std::uint32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool hidden = c == 0x200B || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
    const bool turns = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E);
    return control || hidden || turns;
}

}  // namespace flipscope
