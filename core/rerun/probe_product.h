#pragma once

#include "core/rerun/rerun_problem.h"
#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace flipscope {

// Small constructed matrix products, by which the arithmetic of a device is read. Pure functions, any thread.

// One product of two operands, at its place along k.
struct ProbeTerm {
    std::size_t position = 0;
    float lhs = 0, rhs = 0;
};

// significand · 2^exponent as a product: the exponent is halved between the factors, so that both are normal in every
// operand type. Precondition: the significand has at most 8 bits and is below 256, the exponent lies in [-28, 30].
[[nodiscard]] ProbeTerm probeTerm(std::size_t position, float significand, int exponent);

// A sum of products; all other products along k are zero.
struct ProbeSum {
    std::string what;  // in words, for a report
    std::vector<ProbeTerm> terms;
};

struct ProbeProduct {
    std::string what;
    RerunProblem problem;
    Operands operands;
};

// Sums in one product: kSumsInProduct of them at most, sum i being the output element (i, i).
inline constexpr std::size_t kSumsInProduct = 16;

// Precondition: positions below k; at most kSumsInProduct sums.
[[nodiscard]] ProbeProduct productOf(std::span<const ProbeSum> sums, ElementType type, std::size_t k);

// Random products whose exact sums are all zero: what comes out is what the arithmetic lost. Every product of two
// operands is there with both signs, at places of its own. Factors have all significant bits of the type and exponents
// in [-spread, spread]. Precondition: k is even, spread at most 12.
[[nodiscard]] ProbeProduct cancellingProduct(std::uint64_t seed, const RerunProblem& problem, int spread);

// What became of a product on the device.
struct ProductAnswer {
    RerunStatus status = RerunStatus::notRun;
    std::string because;                  // unless ok
    std::vector<std::uint32_t> patterns;  // of ok: m·n output patterns, row-major
    bool operandsIgnored = false;         // the device computed something else; `because` tells
};

// Runs a product on the device that is looked at.
using ProductRunner = std::function<ProductAnswer(const ProbeProduct&)>;

}  // namespace flipscope
