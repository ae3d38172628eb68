#include "core/report/format.h"

#include "core/model/counted_text.h"
#include "core/model/utf8.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace flipscope {

namespace {

constexpr std::string_view kNotKnown = "–";

std::string escaped(std::uint32_t c, std::string_view open, std::string_view close, int width) {
    std::array<char, 9> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), c, 16).ptr;
    std::string hex(digits.data(), end);
    while (static_cast<int>(hex.size()) < width)
        hex.insert(hex.begin(), '0');
    for (char& h : hex) {
        if (h >= 'a') h = static_cast<char>(h - 'a' + 'A');
    }
    return std::string(open) + hex + std::string(close);
}

std::string shown(const CodePoint& c, std::string_view bytes) {
    if (c.length == 0) return "\xEF\xBF\xBD";
    if (c.value == '\n' || c.value == 0x2028 || c.value == 0x2029) return "␤";
    if (!misleads(c.value)) return std::string(bytes.substr(0, c.length));
    return c.value < 0xA0 ? escaped(c.value, "\\x", "", 2) : escaped(c.value, "\\u{", "}", 4);
}

}  // namespace

std::string formatFixed(double value, int decimals) {
    if (!std::isfinite(value)) return std::string(kNotKnown);
    std::array<char, 512> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    // A small negative number must not read "-0.0".
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
    return text;
}

std::string formatNumber(double value) {
    if (std::isnan(value)) return "nan";
    std::array<char, 64> buffer{};
    constexpr int kDigits = 7;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, kDigits);
    return {buffer.data(), end.ptr};
}

std::string formatDuration(Nanoseconds duration) {
    struct Unit {
        double size;
        std::string_view name;
    };
    constexpr std::array<Unit, 3> kUnits{{{1e3, " µs"}, {1e6, " ms"}, {1e9, " s"}}};
    const auto value = static_cast<double>(duration.value);
    if (std::abs(value) < 1000.0) return formatFixed(value, 0) + " ns";
    for (const Unit& unit : kUnits) {
        const double scaled = value / unit.size;
        const double size = std::abs(scaled);
        const bool largest = &unit == &kUnits.back();
        // 999.5 and more would print as 1000: the next unit says it shorter.
        if (size < 9.995) return formatFixed(scaled, 2) + std::string(unit.name);
        if (size < 99.95) return formatFixed(scaled, 1) + std::string(unit.name);
        if (size < 999.5 || largest) return formatFixed(scaled, 0) + std::string(unit.name);
    }
    return std::string(kNotKnown);
}

std::string formatDuration(std::optional<Nanoseconds> duration) {
    return duration ? formatDuration(*duration) : std::string(kNotKnown);
}

std::string formatPercent(double fraction) {
    if (!std::isfinite(fraction)) return std::string(kNotKnown);
    const double percent = fraction * 100.0;
    const double size = std::abs(percent);
    if (size > 0.0 && size < 0.005) return percent < 0 ? "> -0.01 %" : "< 0.01 %";
    const int decimals = size >= 99.95 || size == 0.0 ? 0 : size >= 0.095 ? 1 : 2;
    return formatFixed(percent, decimals) + " %";
}

std::string formatP(double p) {
    if (!std::isfinite(p)) return std::string(kNotKnown);
    if (p >= 1.0) return "1";
    if (p >= 0.995) return "> 0.99";
    if (p < 0.0001) return "< 0.0001";
    int decimals = p >= 0.0995 ? 2 : p >= 0.00995 ? 3 : p >= 0.000995 ? 4 : 5;
    // Readers compare with 0.05: never let rounding put the number on the other side or on the line.
    constexpr double kLine = 0.05;
    while (p != kLine && decimals < 8 && std::abs(p - kLine) < 0.5 * std::pow(10.0, -decimals))
        ++decimals;
    return formatFixed(p, decimals);
}

std::string formatNamedP(std::string_view name, double p) {
    const std::string text = formatP(p);
    const bool bound = text.front() == '<' || text.front() == '>';
    return std::string(name) + (bound ? " " : " = ") + text;
}

std::string formatExpected(double count) {
    if (!std::isfinite(count)) return std::string(kNotKnown);
    if (count == 0.0) return "0";
    const double size = std::abs(count);
    if (size < 0.0001) return "less than 0.0001";
    const int decimals = size >= 9.95 ? 0 : size >= 0.995 ? 1 : size >= 0.0995 ? 2 : size >= 0.00995 ? 3 : 4;
    return formatFixed(count, decimals);
}

std::string formatBytes(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (size < 1e3) return plural(bytes, "byte", "bytes");
    if (size < 999'500.0) return formatFixed(size / 1e3, 0) + " kB";
    if (size < 999'950'000.0) return formatFixed(size / 1e6, 1) + " MB";
    return formatFixed(size / 1e9, 1) + " GB";
}

std::string plural(std::size_t count, std::string_view singular, std::string_view pluralForm) {
    return countedText(count, singular, pluralForm);
}

std::string joinList(const std::vector<std::string>& items, std::size_t most) {
    const std::size_t named = items.size() <= most ? items.size() : (most == 0 ? 0 : most - 1);
    std::vector<std::string> parts(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(named));
    if (named < items.size()) parts.push_back(std::to_string(items.size() - named) + " more");
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

std::string printable(std::string_view hostile, std::size_t maxBytes) {
    constexpr std::string_view kEllipsis = "…";
    std::string text;
    std::size_t cut = 0;  // where the text can be cut so that the ellipsis still fits
    while (!hostile.empty()) {
        const CodePoint c = decodeUtf8(hostile);
        const std::string piece = shown(c, hostile);
        if (text.size() + piece.size() > maxBytes) {
            text.resize(cut);
            return maxBytes < kEllipsis.size() ? text : text + std::string(kEllipsis);
        }
        text += piece;
        if (text.size() + kEllipsis.size() <= maxBytes) cut = text.size();
        hostile.remove_prefix(c.length == 0 ? 1 : c.length);
    }
    return text;
}

}  // namespace flipscope
