#include "tests/support/exact_number.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace flipscope::test {

ExactNumber::ExactNumber(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    const auto integer = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    const int position = exponent - 53 + kBehindPoint;  // of the integer's lowest bit
    if (integer != 0) {
        const auto at = static_cast<unsigned>(position);
        m_words.at(at / 64) |= integer << (at % 64);
        if (at % 64 > 11) m_words.at(at / 64 + 1) |= integer >> (64 - at % 64);
    }
    if (value < 0) *this = negated();
}

void ExactNumber::add(const ExactNumber& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        const std::uint64_t partial = m_words.at(i) + carry;
        carry = partial < carry ? 1U : 0U;
        m_words.at(i) = partial + other.m_words.at(i);
        if (m_words.at(i) < partial) carry = 1;
    }
}

bool ExactNumber::isZero() const {
    return std::all_of(m_words.begin(), m_words.end(), [](std::uint64_t word) { return word == 0; });
}

ExactNumber ExactNumber::negated() const {
    ExactNumber inverse;
    for (std::size_t i = 0; i < m_words.size(); ++i)
        inverse.m_words.at(i) = ~m_words.at(i);
    ExactNumber one;
    one.m_words.front() = 1;
    inverse.add(one);
    return inverse;
}

bool ExactNumber::bit(int position) const {
    if (position < 0) return false;
    const auto at = static_cast<unsigned>(position);
    return (m_words.at(at / 64) >> (at % 64) & 1U) != 0;
}

bool ExactNumber::anyBelow(int position) const {
    for (std::size_t word = 0; word < m_words.size(); ++word) {
        const int below = position - static_cast<int>(64 * word);  // bits of this word that count
        if (below <= 0) return false;
        const std::uint64_t counted =
            below >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << static_cast<unsigned>(below)) - 1;
        if ((m_words.at(word) & counted) != 0) return true;
    }
    return false;
}

int ExactNumber::highestBit() const {
    for (int word = kWords - 1; word >= 0; --word) {
        const int width = static_cast<int>(std::bit_width(m_words.at(static_cast<std::size_t>(word))));
        if (width > 0) return 64 * word + width - 1;
    }
    return -1;
}

ExactNumber ExactNumber::cut(int unit) const {
    ExactNumber result = magnitude();
    const auto lowest = static_cast<std::size_t>(std::max(0, unit + kBehindPoint));
    for (std::size_t word = 0; word < lowest / 64; ++word)
        result.m_words.at(word) = 0;
    result.m_words.at(lowest / 64) &= ~std::uint64_t{0} << (lowest % 64);
    return negative() ? result.negated() : result;
}

float ExactNumber::toFloat(bool towardZero) const {
    const ExactNumber positive = magnitude();
    const int highest = positive.highestBit();
    if (highest < 0) return 0.0F;
    const int lowest = std::max(highest - 23, -149 + kBehindPoint);  // the last bit that f32 keeps
    double kept = 0;
    for (int position = highest; position >= lowest; --position)
        kept = 2 * kept + (positive.bit(position) ? 1 : 0);
    const bool half = positive.bit(lowest - 1);
    const bool more = positive.anyBelow(lowest - 1);
    if (!towardZero && half && (more || std::fmod(kept, 2) != 0)) kept += 1;
    const double value = std::ldexp(kept, lowest - kBehindPoint);
    return static_cast<float>(negative() ? -value : value);
}

}  // namespace flipscope::test
