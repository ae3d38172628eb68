#include "core/pin/cbor_bytes.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace flipscope {

namespace {

// Major types of RFC 8949 §3.1, in the place where the head byte has them.
constexpr std::uint8_t kUnsigned = 0x00, kNegative = 0x20, kText = 0x60, kArray = 0x80, kMap = 0xa0;
constexpr std::uint8_t kFalse = 0xf4, kTrue = 0xf5, kNull = 0xf6, kHalf = 0xf9, kSingle = 0xfa, kDouble = 0xfb;

void appendBytes(std::string& out, std::uint64_t value, unsigned count) {
    for (unsigned shift = count * 8; shift > 0; shift -= 8)
        out += static_cast<char>((value >> (shift - 8)) & 0xffU);
}

void appendHead(std::string& out, std::uint8_t major, std::uint64_t argument) {
    if (argument < 24) {
        out += static_cast<char>(major | argument);
        return;
    }
    unsigned code = 24;  // 1, 2, 4 or 8 bytes follow
    while (code < 27 && (argument >> (8U << (code - 24U))) != 0)
        ++code;
    out += static_cast<char>(major | code);
    appendBytes(out, argument, 1U << (code - 24U));
}

void appendText(std::string& out, std::string_view text) {
    appendHead(out, kText, text.size());
    out += text;
}

// The bits of a half-precision float that holds the value exactly; null when none does.
std::optional<std::uint16_t> halfBits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t fraction = bits & 0x7fffffU;
    const int exponent = static_cast<int>((bits >> 23U) & 0xffU) - 127;
    if ((bits & 0x7fffffffU) == 0) return static_cast<std::uint16_t>(sign);
    if (exponent < -24 || exponent > 15) return std::nullopt;
    const unsigned cut = exponent >= -14 ? 13U : static_cast<unsigned>(-1 - exponent);  // more for subnormal halves
    const std::uint32_t significand = fraction | 0x800000U;
    if ((significand & ((1U << cut) - 1U)) != 0) return std::nullopt;
    if (exponent < -14) return static_cast<std::uint16_t>(sign | (significand >> cut));
    return static_cast<std::uint16_t>(sign | (static_cast<std::uint32_t>(exponent + 15) << 10U) | (fraction >> 13U));
}

void appendFloat(std::string& out, double value) {
    const auto single = static_cast<float>(value);
    if (static_cast<double>(single) != value) {
        out += static_cast<char>(kDouble);
        appendBytes(out, std::bit_cast<std::uint64_t>(value), 8);
    } else if (const auto half = halfBits(single)) {
        out += static_cast<char>(kHalf);
        appendBytes(out, *half, 2);
    } else {
        out += static_cast<char>(kSingle);
        appendBytes(out, std::bit_cast<std::uint32_t>(single), 4);
    }
}

template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number value{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool appendNumber(std::string& out, std::string_view text) {
    if (const auto natural = numberIn<std::uint64_t>(text)) {
        appendHead(out, kUnsigned, *natural);
    } else if (const auto integer = numberIn<std::int64_t>(text)) {
        appendHead(out, kNegative, static_cast<std::uint64_t>(-1 - *integer));
    } else {
        const bool isInteger = text.find_first_of(".eE") == std::string_view::npos;
        const auto real = numberIn<double>(text);
        if (isInteger || !real || !std::isfinite(*real)) return false;
        appendFloat(out, *real);
    }
    return true;
}

// False for a number that cannot be written; `fault` is then its text. Depth is limited by the parser of the key.
bool appendValue(std::string& out, const KeyJson& value, std::string& fault) {
    switch (value.kind) {
        case KeyJson::Kind::null:
            out += static_cast<char>(kNull);
            return true;
        case KeyJson::Kind::boolean:
            out += static_cast<char>(value.isTrue() ? kTrue : kFalse);
            return true;
        case KeyJson::Kind::string:
            appendText(out, value.text);
            return true;
        case KeyJson::Kind::number:
            if (appendNumber(out, value.text)) return true;
            fault = value.text;
            return false;
        case KeyJson::Kind::array:
            appendHead(out, kArray, value.items.size());
            for (const KeyJson& item : value.items)
                if (!appendValue(out, item, fault)) return false;
            return true;
        case KeyJson::Kind::object:
            break;
    }
    appendHead(out, kMap, value.members.size());
    for (const KeyJson::Member& member : value.members) {
        appendText(out, member.name);
        if (!appendValue(out, member.value, fault)) return false;
    }
    return true;
}

}  // namespace

Result<std::string> cborOfRowKey(const KeyJson& key, std::string_view checksum) {
    std::string out, fault;
    appendHead(out, kMap, 2);
    appendText(out, "key");
    if (!appendValue(out, key, fault)) return Error{"the key holds the number " + fault + ", which no format can hold"};
    appendText(out, "checksum");
    appendText(out, checksum);
    return out;
}

std::string cborOfChoice(CandidateIndex candidate) {
    std::string out;
    appendHead(out, kMap, 2);
    appendText(out, "fastest_index");
    appendHead(out, kUnsigned, candidate.value);
    appendText(out, "results");
    appendHead(out, kArray, 0);
    return out;
}

}  // namespace flipscope
