#include "core/read/shown_text.h"

#include "core/model/utf8.h"

#include <cstdint>

namespace flipscope {

namespace {

void appendHex(std::string& out, char byte) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto value = static_cast<std::uint8_t>(byte);
    out += "\\x";
    out += kDigits[value >> 4U];
    out += kDigits[value & 0xfU];
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
        const CodePoint c = decodeUtf8(bytes);
        if (c.length == 0 || (c.length == 1 && misleads(c.value))) {
            appendHex(out, bytes.front());
            bytes.remove_prefix(1);
            continue;
        }
        if (misleads(c.value)) {
            appendEscaped(out, c.value);
        } else {
            out += bytes.substr(0, c.length);
        }
        bytes.remove_prefix(c.length);
    }
    return out;
}

}  // namespace flipscope
