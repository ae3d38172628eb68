#include "core/report/forcing.h"

#include "core/pin/cbor_bytes.h"

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

}  // namespace

std::string forcedValueHex(CandidateIndex candidate) {
    return hexOf(cborOfChoice(candidate));
}

std::string forcingSql(const ChoicePlace& place, CandidateIndex candidate) {
    return "UPDATE " + place.table + " SET value = X'" + forcedValueHex(candidate) + "' WHERE rowid = " + place.rowid +
           "; PRAGMA wal_checkpoint(TRUNCATE);";
}

}  // namespace flipscope
