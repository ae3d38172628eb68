#pragma once

#include <cstdint>

namespace flipscope {

// splitmix64: a seed gives the same numbers on every machine and compiler, which the standard distributions do not
// promise. Source: Steele, Lea and Flood, OOPSLA 2014.
class SeededRandom {
public:
    explicit SeededRandom(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next() {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    // Uniform in [0, bound), bound > 0 and below 2^32. Lemire's multiplication with rejection, so without bias.
    std::uint32_t below(std::uint32_t bound) {
        const std::uint32_t unfair = (0U - bound) % bound;
        for (;;) {
            const std::uint64_t product = (next() >> 32U) * bound;
            if (static_cast<std::uint32_t>(product) >= unfair) return static_cast<std::uint32_t>(product >> 32U);
        }
    }

private:
    std::uint64_t m_state;
};

}  // namespace flipscope
