#include "core/rerun/seeded_input.h"

#include "core/analyse/seeded_random.h"
#include "core/rerun/float_formats.h"

namespace flipscope {

float seededValue(std::uint64_t seed, std::uint64_t index) {
    const std::uint64_t z = SeededRandom(seed * 0xD1342543DE82EF95U + index).next();
    const std::uint64_t sum = (z & 0xffffU) + (z >> 16U & 0xffffU) + (z >> 32U & 0xffffU) + (z >> 48U);
    return static_cast<float>(static_cast<std::int32_t>(sum) - 131070) * 0x1p-15F;
}

std::vector<float> seededValues(std::uint64_t seed, std::size_t count, ElementType type) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float value = seededValue(seed, i);
        values[i] = type == ElementType::f16    ? fromF16Bits(toF16Bits(value))
                    : type == ElementType::bf16 ? fromBf16Bits(toBf16Bits(value))
                                                : value;
    }
    return values;
}

Operands seededOperands(const RerunProblem& problem, std::uint64_t lhsSeed, std::uint64_t rhsSeed) {
    return {seededValues(lhsSeed, problem.m * problem.k, problem.type),
            seededValues(rhsSeed, problem.k * problem.n, problem.type)};
}

}  // namespace flipscope
