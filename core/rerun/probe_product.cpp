#include "core/rerun/probe_product.h"

#include "core/analyse/seeded_random.h"
#include "core/rerun/float_formats.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace flipscope {

namespace {

int significantBits(ElementType type) {
    constexpr int kTf32 = 11, kF16 = 11, kBf16 = 8;
    return type == ElementType::f32 ? kTf32 : type == ElementType::f16 ? kF16 : kBf16;
}

float randomFactor(SeededRandom& random, ElementType type, int spread) {
    const int bits = significantBits(type);
    const std::uint32_t top = 1U << static_cast<unsigned>(bits - 1);
    const auto significand = static_cast<float>(top + random.below(top));
    const int exponent = static_cast<int>(random.below(static_cast<std::uint32_t>(2 * spread + 1))) - spread;
    return std::ldexp(random.below(2) == 0 ? significand : -significand, exponent - bits + 1);
}

// 0 … count - 1 in random order (Fisher and Yates).
std::vector<std::size_t> shuffled(SeededRandom& random, std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    return order;
}

}  // namespace

ProbeTerm probeTerm(std::size_t position, float significand, int exponent) {
    const int half = exponent >= 0 ? exponent / 2 : -(-exponent / 2);
    return {position, std::ldexp(significand, half), std::ldexp(1.0F, exponent - half)};
}

ProbeProduct productOf(std::span<const ProbeSum> sums, ElementType type, std::size_t k) {
    ProbeProduct product;
    product.what = "constructed sums";
    product.problem = {kSumsInProduct, kSumsInProduct, k, type, false};
    product.operands.lhs.resize(kSumsInProduct * k);
    product.operands.rhs.resize(k * kSumsInProduct);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        for (const ProbeTerm& term : sums[i].terms) {
            product.operands.lhs[i * k + term.position] = term.lhs;
            product.operands.rhs[term.position * kSumsInProduct + i] = term.rhs;
        }
    }
    return product;
}

ProbeProduct cancellingProduct(std::uint64_t seed, const RerunProblem& problem, int spread) {
    SeededRandom random(seed);
    const auto [m, n, k, type, rhsTransposed, lhsTransposed] = problem;
    ProbeProduct product{
        "random products that cancel", problem, {std::vector<float>(m * k), std::vector<float>(k * n)}};
    const std::vector<std::size_t> order = shuffled(random, k);
    for (std::size_t pair = 0; pair + 1 < k; pair += 2) {
        const std::size_t one = order[pair];
        const std::size_t other = order[pair + 1];
        for (std::size_t row = 0; row < m; ++row) {
            const float value = randomFactor(random, type, spread);
            product.operands.lhs[lhsTransposed ? one * m + row : row * k + one] = value;
            product.operands.lhs[lhsTransposed ? other * m + row : row * k + other] = -value;
        }
        for (std::size_t column = 0; column < n; ++column) {
            const float value = randomFactor(random, type, spread);
            for (const std::size_t l : {one, other})
                product.operands.rhs[rhsTransposed ? column * k + l : l * n + column] = value;
        }
    }
    return product;
}

}  // namespace flipscope
