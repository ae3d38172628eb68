#include "core/report/text_width.h"

#include "core/model/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace flipscope {

namespace {

struct Range {
    std::uint32_t first, last;
};

// The ranges that matter in names of kernels, files and programs; after Unicode 15 East Asian Width W and F.
constexpr std::array<Range, 10> kWide{{{0x1100, 0x115F},
                                       {0x2E80, 0x303E},
                                       {0x3041, 0xA4CF},
                                       {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},
                                       {0xFE30, 0xFE6F},
                                       {0xFF00, 0xFF60},
                                       {0xFFE0, 0xFFE6},
                                       {0x1F300, 0x1FAFF},
                                       {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 7> kNoWidth{{{0x0300, 0x036F},
                                         {0x0483, 0x0489},
                                         {0x0591, 0x05BD},
                                         {0x1AB0, 0x1AFF},
                                         {0x200B, 0x200F},
                                         {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F}}};

template <std::size_t N>
bool isIn(const std::array<Range, N>& ranges, std::uint32_t c) {
    return std::any_of(ranges.begin(), ranges.end(), [c](const Range& r) { return c >= r.first && c <= r.last; });
}

std::size_t widthOf(std::uint32_t c) {
    if (c < 0x300) return 1;
    if (isIn(kNoWidth, c)) return 0;
    return isIn(kWide, c) ? 2 : 1;
}

struct Character {
    std::string_view bytes;
    std::size_t width;
};

std::vector<Character> charactersOf(std::string_view text) {
    std::vector<Character> characters;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint c = decodeUtf8(text.substr(i));
        const std::size_t length = std::max<std::size_t>(c.length, 1);
        characters.push_back({text.substr(i, length), c.length > 0 ? widthOf(c.value) : 1});
        i += length;
    }
    return characters;
}

}  // namespace

std::size_t displayWidth(std::string_view text) {
    std::size_t width = 0;
    for (const Character& c : charactersOf(text))
        width += c.width;
    return width;
}

std::string cutInTheMiddle(std::string_view text, std::size_t width) {
    if (displayWidth(text) <= width) return std::string(text);
    if (width == 0) return {};
    const std::vector<Character> characters = charactersOf(text);
    const std::size_t tailRoom = (width - 1) / 2;
    const std::size_t headRoom = width - 1 - tailRoom;
    std::string head, tail;
    std::size_t used = 0;
    for (const Character& c : characters) {
        if (used + c.width > headRoom) break;
        head += c.bytes;
        used += c.width;
    }
    used = 0;
    for (auto c = characters.rbegin(); c != characters.rend() && used + c->width <= tailRoom; ++c) {
        tail.insert(0, c->bytes);
        used += c->width;
    }
    return head + "…" + tail;
}

std::string padRight(std::string_view text, std::size_t width) {
    const std::size_t used = displayWidth(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string padLeft(std::string_view text, std::size_t width) {
    const std::size_t used = displayWidth(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::vector<std::string> wrapWords(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    std::string line;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t wordWidth = displayWidth(word);
        if (!line.empty() && used + 1 + wordWidth > width) {
            lines.push_back(std::move(line));
            line.clear();
            used = 0;
        }
        if (!line.empty()) {
            line += ' ';
            ++used;
        }
        line += word;
        used += wordWidth;
    }
    if (!line.empty()) lines.push_back(std::move(line));
    return lines;
}

}  // namespace flipscope
