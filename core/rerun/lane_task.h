#pragma once

// Plain types only: this header is compiled with other instruction sets too, and an inline function of the standard
// library compiled there could be the one that the linker keeps for everybody.

#include <cstddef>
#include <cstdint>

namespace flipscope {

// A block of rows of the left operand times one lane block (as many columns as the kernels have lanes) of the right
// one, both in the order of summation: position p of the sums is element p of a row, and lanes p·width … of the block.
struct LaneTask {
    const float* lhs = nullptr;  // rows × positions
    const float* rhs = nullptr;  // positions × lanes
    // Exponents of the same values, of a zero kZeroExponent; used by tensorCoreSums only.
    const std::int32_t* lhsExponents = nullptr;
    const std::int32_t* rhsExponents = nullptr;
    std::size_t rows = 0, positions = 0;
    float* sums = nullptr;  // rows × lanes
};

inline constexpr std::int32_t kZeroExponent = -4096;

// chains · length positions, chain after chain. A chain is acc = fma(a, b, acc) from 0 over its positions start …
// length - 1, then 0 … start - 1. `together` neighbouring chains are added in order, and their sums (a power of two of
// them) pairwise as a tree.
struct ChainSums {
    std::size_t chains = 1, length = 0, together = 1, start = 0;
};

// Blocks of 32 positions: products rounded and added pairwise as a tree; block i is added to accumulator i mod
// accumulators, these are added in order. contracted: the first step of the tree is fma(a0, b0, round(a1·b1)).
inline constexpr std::size_t kMostAccumulators = 8;
struct ProductTrees {
    std::size_t accumulators = 4;  // 1 … kMostAccumulators
    bool contracted = false;
};

// The fast form of tensorCoreSum (tensor_core.h), from c = 0; positions are a multiple of the group. Preconditions
// (else the result is not that of the model): keptFractionBits <= 28; a product of two operands is exact in f32; the
// sum of the exponents of each two operands that are not zero is at least keptFractionBits - 126; and no sum of
// absolute products reaches 2^127.
struct GroupSums {
    std::int32_t keptFractionBits = 25;
    std::size_t group = 8;
    bool towardZero = true;  // else to nearest even
};

// The kernels for one instruction set. All compute the same bits, rows apart from each other.
struct LaneKernels {
    const char* name = "";
    std::size_t lanes = 0;
    void (*chainSums)(const LaneTask&, const ChainSums&) = nullptr;
    void (*productTrees)(const LaneTask&, const ProductTrees&) = nullptr;
    void (*groupSums)(const LaneTask&, const GroupSums&) = nullptr;
};

}  // namespace flipscope
