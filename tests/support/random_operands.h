#pragma once

#include "core/analyse/seeded_random.h"
#include "core/rerun/rerun_problem.h"

#include <cmath>
#include <vector>

namespace flipscope::test {

// Value with at most `bits` significant bits and an exponent in [-spread, spread]; about one in sixteen is zero.
inline float randomValue(SeededRandom& random, int bits, int spread) {
    if (random.below(16) == 0) return random.below(2) == 0 ? 0.0F : -0.0F;
    const auto top = std::uint32_t{1} << static_cast<unsigned>(bits - 1);
    const double significand = static_cast<double>(top + random.below(top));
    const int exponent = static_cast<int>(random.below(static_cast<std::uint32_t>(2 * spread + 1))) - spread;
    const double value = std::ldexp(significand, exponent - bits + 1);
    return static_cast<float>(random.below(2) == 0 ? value : -value);
}

inline std::vector<float> randomValues(SeededRandom& random, std::size_t count, int bits, int spread) {
    std::vector<float> values(count);
    for (float& value : values)
        value = randomValue(random, bits, spread);
    return values;
}

// Significant bits that every value of the type can have.
inline int significantBits(ElementType type) {
    return type == ElementType::f32 ? 24 : type == ElementType::f16 ? 11 : 8;
}

inline Operands randomOperands(SeededRandom& random, const RerunProblem& problem, int spread) {
    const int bits = significantBits(problem.type);
    return {randomValues(random, problem.m * problem.k, bits, spread),
            randomValues(random, problem.k * problem.n, bits, spread)};
}

}  // namespace flipscope::test
