#include "core/rerun/seeded_input.h"

#include "core/analyse/group_threads.h"
#include "core/analyse/seeded_random.h"
#include "core/rerun/float_formats.h"

#include <algorithm>
#include <thread>

namespace flipscope {

float seededValue(std::uint64_t seed, std::uint64_t index) {
    const std::uint64_t z = SeededRandom(seed * 0xD1342543DE82EF95U + index).next();
    const std::uint64_t sum = (z & 0xffffU) + (z >> 16U & 0xffffU) + (z >> 32U & 0xffffU) + (z >> 48U);
    return static_cast<float>(static_cast<std::int32_t>(sum) - 131070) * 0x1p-15F;
}

std::vector<float> seededValues(std::uint64_t seed, std::size_t count, ElementType type) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 16;  // of a thread
    std::vector<float> values(count);
    const std::size_t groups = (count + kAtOnce - 1) / kAtOnce;
    const std::size_t threads =
        std::clamp(groups, std::size_t{1}, std::size_t{std::max(1U, std::thread::hardware_concurrency())});
    forEachGroup(groups, static_cast<unsigned>(threads), {}, [&](std::size_t group, std::size_t) {
        for (std::size_t i = group * kAtOnce; i < std::min(count, (group + 1) * kAtOnce); ++i) {
            const float value = seededValue(seed, i);
            values[i] = type == ElementType::f16    ? fromF16Bits(toF16Bits(value))
                        : type == ElementType::bf16 ? fromBf16Bits(toBf16Bits(value))
                                                    : value;
        }
        return true;
    });
    return values;
}

Operands seededOperands(const RerunProblem& problem, std::uint64_t lhsSeed, std::uint64_t rhsSeed) {
    return {seededValues(lhsSeed, problem.m * problem.k, problem.type),
            seededValues(rhsSeed, problem.k * problem.n, problem.type)};
}

std::vector<float> rowMajorLhs(const RerunProblem& problem, const std::vector<float>& lhs) {
    if (!problem.lhsTransposed) return lhs;
    std::vector<float> rows(lhs.size());
    for (std::size_t row = 0; row < problem.m; ++row) {
        for (std::size_t l = 0; l < problem.k; ++l)
            rows[row * problem.k + l] = lhs[l * problem.m + row];
    }
    return rows;
}

}  // namespace flipscope
