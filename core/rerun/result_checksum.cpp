#include "core/rerun/result_checksum.h"

#include <array>
#include <cstdio>

namespace flipscope {

namespace {

std::uint64_t power31(std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (std::uint64_t square = 31; exponent != 0; exponent >>= 1U, square *= square) {
        if ((exponent & 1U) != 0) result *= square;
    }
    return result;
}

}  // namespace

// Four elements a step: the multiplications do not wait for each other as in the plain fold.
std::uint64_t resultChecksum(std::span<const std::uint32_t> patterns) {
    constexpr std::uint64_t k31 = 31, k31To2 = k31 * k31, k31To3 = k31To2 * k31, k31To4 = k31To3 * k31;
    std::uint64_t hash = 0;
    std::size_t i = 0;
    for (; i + 4 <= patterns.size(); i += 4) {
        hash =
            hash * k31To4 + (patterns[i] * k31To3 + patterns[i + 1] * k31To2 + patterns[i + 2] * k31 + patterns[i + 3]);
    }
    for (; i < patterns.size(); ++i)
        hash = hash * k31 + patterns[i];
    return hash;
}

std::uint64_t joinChecksums(std::uint64_t first, std::uint64_t second, std::uint64_t secondCount) {
    return first * power31(secondCount) + second;
}

std::string checksumText(std::uint64_t checksum) {
    std::array<char, 17> text{};
    (void)std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(checksum));
    return text.data();
}

}  // namespace flipscope
