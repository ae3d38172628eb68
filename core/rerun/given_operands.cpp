#include "core/rerun/given_operands.h"

#include "core/rerun/float_formats.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"

#include <algorithm>
#include <bit>

namespace flipscope {

namespace {

constexpr unsigned kBitsOfDigit = 4;

std::uint32_t patternOf(float value, ElementType type) {
    if (type == ElementType::f16) return toF16Bits(value);
    if (type == ElementType::bf16) return toBf16Bits(value);
    return std::bit_cast<std::uint32_t>(value);
}

std::size_t digitsOf(ElementType type) {
    return 2 * bytesPerElement(type);
}

std::vector<std::uint32_t> patternsOf(const std::vector<float>& values, ElementType type) {
    std::vector<std::uint32_t> patterns(values.size());
    std::transform(values.begin(), values.end(), patterns.begin(),
                   [type](float value) { return patternOf(value, type); });
    return patterns;
}

}  // namespace

std::string operandDigits(const std::vector<float>& values, ElementType type) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(values.size() * digitsOf(type));
    for (const float value : values) {
        const std::uint32_t pattern = patternOf(value, type);
        for (std::size_t digit = digitsOf(type); digit-- > 0;)
            text += kDigits[pattern >> (kBitsOfDigit * digit) & 0xfU];
    }
    return text;
}

std::optional<std::vector<float>> operandsFromDigits(std::string_view digits, std::size_t count, ElementType type) {
    const std::size_t each = digitsOf(type);
    if (count > kMostGivenElements || digits.size() != count * each) return std::nullopt;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t pattern = 0;
        for (const char digit : digits.substr(i * each, each)) {
            const bool isNumber = digit >= '0' && digit <= '9';
            if (!isNumber && (digit < 'a' || digit > 'f')) return std::nullopt;
            pattern = pattern << kBitsOfDigit | static_cast<std::uint32_t>(isNumber ? digit - '0' : digit - 'a' + 10);
        }
        values[i] = patternValue(pattern, type);
    }
    return values;
}

std::uint64_t operandChecksum(const Operands& operands, ElementType type) {
    return joinChecksums(resultChecksum(patternsOf(operands.lhs, type)), resultChecksum(patternsOf(operands.rhs, type)),
                         operands.rhs.size());
}

Operands operandsOf(const RerunRequest& request) {
    if (request.operands) return *request.operands;
    return seededOperands(request.problem, request.lhsSeed, request.rhsSeed);
}

}  // namespace flipscope
