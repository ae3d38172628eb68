#include "core/report/forcing.h"

#include <cstdint>
#include <string_view>

namespace flipscope {

namespace {

std::string hexOf(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string hex;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        hex += kDigits[byte >> 4U];
        hex += kDigits[byte & 15U];
    }
    return hex;
}

// Shortest form of an unsigned whole number (RFC 8949 §3).
std::string cborNumber(std::uint32_t value) {
    const auto byte = [value](unsigned shift) { return static_cast<char>((value >> shift) & 0xFFU); };
    if (value < 24) return {byte(0)};
    if (value < 0x100) return {'\x18', byte(0)};
    if (value < 0x10000) return {'\x19', byte(8), byte(0)};
    return {'\x1a', byte(24), byte(16), byte(8), byte(0)};
}

}  // namespace

std::string forcedValueHex(CandidateIndex candidate) {
    return hexOf(std::string("\xA2\x6D") + "fastest_index" + cborNumber(candidate.value) + "\x67" + "results" + "\x80");
}

std::string forcingSql(const ChoicePlace& place, CandidateIndex candidate) {
    return "UPDATE " + place.table + " SET value = X'" + forcedValueHex(candidate) + "' WHERE rowid = " + place.rowid +
           "; PRAGMA wal_checkpoint(TRUNCATE);";
}

}  // namespace flipscope
