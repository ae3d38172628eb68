#include "tests/support/reference_sums.h"

#include "tests/support/exact_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace flipscope::test {

namespace {

using Values = std::span<const float>;

ExactNumber exactProduct(float a, float b) {
    return ExactNumber(static_cast<double>(a) * static_cast<double>(b));
}

float fused(float a, float b, float c) {
    ExactNumber sum = exactProduct(a, b);
    sum.add(ExactNumber(c));
    return sum.toFloat(false);
}

float added(float a, float b) {
    ExactNumber sum(a);
    sum.add(ExactNumber(b));
    return sum.toFloat(false);
}

float multiplied(float a, float b) {
    return exactProduct(a, b).toFloat(false);
}

std::size_t vectorWidth(ElementType type) {
    return type == ElementType::f32 ? 4 : 8;
}

float ascending(Values a, Values b) {
    float sum = 0;
    for (std::size_t l = 0; l < a.size(); ++l)
        sum = fused(a[l], b[l], sum);
    return sum;
}

float partialSums(std::size_t width, Values a, Values b) {
    std::vector<float> partial(width, 0.0F);
    for (std::size_t l = 0; l < a.size(); ++l)
        partial[l % width] = fused(a[l], b[l], partial[l % width]);
    float sum = partial[0];
    for (std::size_t j = 1; j < width; ++j)
        sum = added(sum, partial[j]);
    return sum;
}

// Lane 0 of p ← p + p[L xor o] for o = 1, 2, 4, 8, 16.
float treeOfLanes(std::vector<float> p, std::size_t firstOffset) {
    for (std::size_t offset = firstOffset; offset < 32; offset *= 2) {
        const std::vector<float> before = p;
        for (std::size_t lane = 0; lane < 32; ++lane)
            p[lane] = added(before[lane], before[lane ^ offset]);
    }
    return p[0];
}

float gemm(std::size_t v, std::size_t column, Values a, Values b) {
    const std::size_t tiles = a.size() / (32 * v);
    std::vector<float> lanes(32);
    for (std::size_t lane = 0; lane < 32; ++lane) {
        for (std::size_t j = 0; j < v; ++j) {
            float partial = 0;
            for (std::size_t i0 = 0; i0 < tiles; ++i0) {
                const std::size_t i = (i0 + column % 4) % tiles;
                const std::size_t l = (32 * i + lane) * v + j;
                partial = fused(a[l], b[l], partial);
            }
            lanes[lane] = j == 0 ? partial : added(lanes[lane], partial);
        }
    }
    return treeOfLanes(lanes, 1);
}

float rotatedTiles(std::size_t tile, std::size_t column, Values a, Values b) {
    const std::size_t tiles = a.size() / tile;
    const std::size_t plane = column / tile % 4;
    float sum = 0;
    for (std::size_t i0 = 0; i0 < tiles; ++i0) {
        const std::size_t first = (i0 + plane) % tiles * tile;
        for (std::size_t l = first; l < first + tile; ++l)
            sum = fused(a[l], b[l], sum);
    }
    return sum;
}

float vecmat(std::size_t width, bool contracted, Values a, Values b) {
    const auto at = [](Values values, std::size_t l) { return l < values.size() ? values[l] : 0.0F; };
    std::array<float, 8> sums{};
    for (std::size_t tile = 0; tile * 32 * width < a.size(); ++tile) {
        for (std::size_t j = 0; j < width; ++j) {
            const auto index = [&](std::size_t lane) { return (32 * tile + lane) * width + j; };
            std::vector<float> p(32);
            for (std::size_t lane = 0; lane < 32; ++lane) {
                const std::size_t l = index(lane), other = index(lane ^ 1U);
                p[lane] = contracted ? fused(at(a, l), at(b, l), multiplied(at(a, other), at(b, other)))
                                     : multiplied(at(a, l), at(b, l));
            }
            sums.at(j) = added(sums.at(j), treeOfLanes(p, contracted ? 2 : 1));
        }
    }
    float sum = sums.at(0);
    for (std::size_t j = 1; j < width; ++j)
        sum = added(sum, sums.at(j));
    return sum;
}

}  // namespace

float referenceTensorCoreSum(const TensorCore& core, unsigned group, int smallestExponent, float c, Values a,
                             Values b) {
    const auto exponent = [&](float value) { return std::max(std::ilogb(value), smallestExponent); };
    float sum = c;
    for (std::size_t first = 0; first < a.size(); first += group) {
        const std::size_t last = std::min(a.size(), first + group);
        bool any = sum != 0;
        int largest = any ? std::ilogb(sum) : -100000;
        for (std::size_t l = first; l < last; ++l) {
            if (a[l] == 0 || b[l] == 0) continue;
            largest = std::max(largest, exponent(a[l]) + exponent(b[l]));
            any = true;
        }
        if (!any) {
            sum = 0;
            continue;
        }
        const int unit = largest - static_cast<int>(core.keptFractionBits);
        ExactNumber total = ExactNumber(sum).cut(unit);
        for (std::size_t l = first; l < last; ++l)
            total.add(exactProduct(a[l], b[l]).cut(unit));
        sum = total.toFloat(core.rounding == FinalRounding::towardZero);
    }
    return sum;
}

float referenceSum(const ClassCode& code, const RerunProblem& problem, const TensorCore& core, std::size_t column,
                   Values a, Values b) {
    switch (code.arithmetic) {
        case Arithmetic::ascending:
            return ascending(a, b);
        case Arithmetic::partialSums:
            return partialSums(code.width, a, b);
        case Arithmetic::gemm:
            return gemm(code.width, column, a, b);
        case Arithmetic::rotatedTiles:
            return rotatedTiles(32 * vectorWidth(problem.type), column, a, b);
        case Arithmetic::vecmat:
        case Arithmetic::vecmatContracted:
            return vecmat(std::gcd(vectorWidth(problem.type), problem.k),
                          code.arithmetic == Arithmetic::vecmatContracted, a, b);
        default:
            return referenceTensorCoreSum(core, code.width, problem.type == ElementType::f16 ? -14 : -126, 0.0F, a, b);
    }
}

}  // namespace flipscope::test
