#pragma once

#include <array>
#include <cstdint>

namespace flipscope::test {

// An exact fixed-point number of 1,024 bits with 320 of them behind the point: sums of products of any f32 values. For
// checking the emulator, with which it shares nothing.
class ExactNumber {
public:
    ExactNumber() = default;
    explicit ExactNumber(double value);  // a finite value, a multiple of 2^-320

    void add(const ExactNumber& other);
    [[nodiscard]] bool isZero() const;
    // Cut toward zero to a multiple of 2^unit.
    [[nodiscard]] ExactNumber cut(int unit) const;
    // Rounded to f32, subnormals included; beyond the largest finite value infinity. -0 never comes out.
    [[nodiscard]] float toFloat(bool towardZero) const;

private:
    static constexpr int kWords = 16;
    static constexpr int kBehindPoint = 320;
    using Words = std::array<std::uint64_t, kWords>;

    [[nodiscard]] bool negative() const { return (m_words.back() >> 63U) != 0; }
    [[nodiscard]] ExactNumber negated() const;
    [[nodiscard]] ExactNumber magnitude() const { return negative() ? negated() : *this; }
    [[nodiscard]] bool bit(int position) const;
    [[nodiscard]] bool anyBelow(int position) const;
    [[nodiscard]] int highestBit() const;  // of a number that is not negative; -1 for zero

    Words m_words{};  // two's complement, lowest first
};

}  // namespace flipscope::test
