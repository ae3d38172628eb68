#include "core/read/rust_duration.h"

#include "core/model/plain_text.h"

#include <array>
#include <cstddef>

namespace flipscope {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::size_t kMostFractionDigits = 9;

struct Unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};
// "s" last: it is no prefix of the others, but the others must not be read as seconds.
constexpr std::array<Unit, 6> kUnits{{{"ns", 1},
                                      {"\xc2\xb5s", 1'000},
                                      {"\xce\xbcs", 1'000},
                                      {"us", 1'000},
                                      {"ms", 1'000'000},
                                      {"s", kNanosecondsPerSecond}}};

bool isWordByte(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string_view takeDigits(std::string_view& text) {
    std::size_t count = 0;
    while (count < text.size() && isDigit(text[count]))
        ++count;
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

std::optional<std::uint64_t> valueOf(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

const Unit* takeUnit(std::string_view& text) {
    for (const Unit& unit : kUnits) {
        if (!text.starts_with(unit.name)) continue;
        if (text.size() > unit.name.size() && isWordByte(text[unit.name.size()])) return nullptr;
        text.remove_prefix(unit.name.size());
        return &unit;
    }
    return nullptr;
}

// The fraction in nanoseconds; null when it is finer than one.
std::optional<std::uint64_t> fractionNanoseconds(std::string_view digits, std::uint64_t unitNanoseconds) {
    std::uint64_t weight = unitNanoseconds;
    std::uint64_t sum = 0;
    for (const char c : digits) {
        weight /= 10;
        if (weight == 0 && c != '0') return std::nullopt;
        sum += weight * static_cast<std::uint64_t>(c - '0');
    }
    return sum;
}

}  // namespace

std::optional<RustDuration> takeRustDuration(std::string_view& text) {
    std::string_view rest = text;
    const std::string_view whole = takeDigits(rest);
    if (whole.empty()) return std::nullopt;
    std::string_view fraction;
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        fraction = takeDigits(rest);
        if (fraction.empty() || fraction.size() > kMostFractionDigits) return std::nullopt;
    }
    const Unit* unit = takeUnit(rest);
    const std::optional<std::uint64_t> value = valueOf(whole);
    if (unit == nullptr || !value) return std::nullopt;
    const std::optional<std::uint64_t> part = fractionNanoseconds(fraction, unit->nanoseconds);
    if (!part) return std::nullopt;
    const std::uint64_t perSecond = kNanosecondsPerSecond / unit->nanoseconds;
    text = rest;
    return RustDuration{*value / perSecond,
                        static_cast<std::uint32_t>((*value % perSecond) * unit->nanoseconds + *part)};
}

}  // namespace flipscope
