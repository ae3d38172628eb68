#include "core/read/wal_check.h"

#include <array>
#include <cstddef>
#include <fstream>
#include <ios>
#include <vector>

namespace flipscope {

namespace {

constexpr std::size_t kHeader = 32;  // bytes
constexpr std::size_t kFrameHeader = 24;
constexpr std::uint32_t kMagic = 0x377f0682;  // the lowest bit: sums are of big-endian words

using Bytes = std::vector<unsigned char>;

std::uint32_t bigEndian(const Bytes& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = (value << 8U) | bytes[at + i];
    return value;
}

struct Sums {
    std::uint32_t first = 0, second = 0;
    friend bool operator==(const Sums&, const Sums&) = default;
};

// Of bytes [from, to), words of the file's own byte order, two at a time.
Sums summed(Sums sums, const Bytes& bytes, std::size_t from, std::size_t to, bool isBigEndian) {
    const auto word = [&](std::size_t at) {
        const std::uint32_t value = bigEndian(bytes, at);
        return isBigEndian ? value : __builtin_bswap32(value);
    };
    for (std::size_t at = from; at + 8 <= to; at += 8) {
        sums.first += word(at) + sums.second;
        sums.second += word(at + 4) + sums.first;
    }
    return sums;
}

bool isPageSize(std::uint32_t size) {
    return size >= 512 && size <= 65536 && (size & (size - 1)) == 0;
}

// Bytes read into the whole of `into`.
std::size_t fill(std::ifstream& file, Bytes& into) {
    file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
    return static_cast<std::size_t>(file.gcount());
}

}  // namespace

WalCondition walConditionOf(const std::string& walPath) {
    std::ifstream file(walPath, std::ios::binary);
    Bytes header(kHeader);
    const std::size_t begun = fill(file, header);
    if (begun == 0) return WalCondition::sound;
    if (begun < kHeader) return WalCondition::torn;
    const std::uint32_t magic = bigEndian(header, 0);
    const bool isBigEndian = (magic & 1U) != 0;
    Sums sums = summed({}, header, 0, 24, isBigEndian);
    const std::uint32_t pageSize = bigEndian(header, 8);
    const bool isHeader = (magic & ~1U) == kMagic && isPageSize(pageSize);
    if (!isHeader || sums != Sums{bigEndian(header, 24), bigEndian(header, 28)}) return WalCondition::unusable;

    Bytes frame(kFrameHeader + pageSize);
    std::size_t good = 0;
    bool isOver = false;  // a frame did not fit
    for (std::size_t got = fill(file, frame); got > 0; got = fill(file, frame)) {
        if (got < frame.size()) return isOver && good == 0 ? WalCondition::unusable : WalCondition::torn;
        const bool isOfThisLog = bigEndian(frame, 8) == bigEndian(header, 16) &&  // else of an earlier one in the file
                                 bigEndian(frame, 12) == bigEndian(header, 20);
        if (isOver && isOfThisLog) return good == 0 ? WalCondition::unusable : WalCondition::damaged;
        if (isOver) continue;
        sums = summed(summed(sums, frame, 0, 8, isBigEndian), frame, kFrameHeader, frame.size(), isBigEndian);
        if (isOfThisLog && sums == Sums{bigEndian(frame, 16), bigEndian(frame, 20)}) {
            ++good;
            continue;
        }
        isOver = true;
        if (isOfThisLog && good > 0) return WalCondition::damaged;
    }
    return isOver && good == 0 ? WalCondition::unusable : WalCondition::sound;
}

}  // namespace flipscope
