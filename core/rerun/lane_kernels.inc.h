#pragma once

// The kernels over a type of lanes (Lanes: width floats worked on at once). Included by one source file for each
// instruction set, which keeps the instances to itself by an unnamed namespace around its Lanes.

#include "core/rerun/lane_task.h"

namespace flipscope {

// Sums of 2^n values that arrive one by one, added as a tree: neighbours first.
template <class Lanes, std::size_t rows>
struct PairwiseSum {
    static constexpr std::size_t kLevels = 6;  // 32 values at most
    typename Lanes::Floats levels[kLevels][rows];
    std::size_t count = 0;

    void add(typename Lanes::Floats (&value)[rows]) {
        std::size_t level = 0;
        for (std::size_t bits = count++; (bits & 1U) != 0; bits >>= 1U, ++level) {
            for (std::size_t r = 0; r < rows; ++r)
                value[r] = Lanes::add(levels[level][r], value[r]);
        }
        for (std::size_t r = 0; r < rows; ++r)
            levels[level][r] = value[r];
    }
};

template <class Lanes, std::size_t rows>
inline void chainSegment(const LaneTask& task, std::size_t row, std::size_t from, std::size_t to,
                         typename Lanes::Floats (&sums)[rows]) {
    const float* lhs = task.lhs + row * task.positions;
    for (std::size_t p = from; p < to; ++p) {
        const auto b = Lanes::load(task.rhs + p * Lanes::width);
        for (std::size_t r = 0; r < rows; ++r)
            sums[r] = Lanes::fma(Lanes::broadcast(lhs[r * task.positions + p]), b, sums[r]);
    }
}

template <class Lanes, std::size_t rows>
inline void chainSumsOfRows(const LaneTask& task, const ChainSums& shape, std::size_t row) {
    typename Lanes::Floats total[rows];
    for (std::size_t r = 0; r < rows; ++r)
        total[r] = Lanes::broadcast(0.0F);
    PairwiseSum<Lanes, rows> tree;
    for (std::size_t chain = 0; chain < shape.chains; ++chain) {
        typename Lanes::Floats sums[rows];
        for (std::size_t r = 0; r < rows; ++r)
            sums[r] = Lanes::broadcast(0.0F);
        const std::size_t first = chain * shape.length;
        chainSegment<Lanes, rows>(task, row, first + shape.start, first + shape.length, sums);
        chainSegment<Lanes, rows>(task, row, first, first + shape.start, sums);
        const std::size_t place = chain % shape.together;
        for (std::size_t r = 0; r < rows; ++r)
            total[r] = place == 0 ? sums[r] : Lanes::add(total[r], sums[r]);
        if (place + 1 == shape.together) tree.add(total);
    }
    for (std::size_t r = 0; r < rows; ++r)
        Lanes::store(task.sums + (row + r) * Lanes::width, total[r]);
}

template <class Lanes>
void chainSums(const LaneTask& task, const ChainSums& shape) {
    std::size_t row = 0;
    for (; row + Lanes::chainRows <= task.rows; row += Lanes::chainRows)
        chainSumsOfRows<Lanes, Lanes::chainRows>(task, shape, row);
    for (; row < task.rows; ++row)
        chainSumsOfRows<Lanes, 1>(task, shape, row);
}

template <class Lanes>
inline typename Lanes::Floats productPair(const float* lhs, const float* rhs, bool contracted) {
    const auto a0 = Lanes::broadcast(lhs[0]);
    const auto b0 = Lanes::load(rhs);
    const auto second = Lanes::mul(Lanes::broadcast(lhs[1]), Lanes::load(rhs + Lanes::width));
    return contracted ? Lanes::fma(a0, b0, second) : Lanes::add(Lanes::mul(a0, b0), second);
}

inline constexpr std::size_t kTreePositions = 32;

template <class Lanes>
inline typename Lanes::Floats productTree(const float* lhs, const float* rhs, bool contracted) {
    PairwiseSum<Lanes, 1> tree;
    typename Lanes::Floats value[1] = {Lanes::broadcast(0.0F)};
    for (std::size_t p = 0; p < kTreePositions; p += 2) {
        value[0] = productPair<Lanes>(lhs + p, rhs + p * Lanes::width, contracted);
        tree.add(value);
    }
    return value[0];
}

template <class Lanes>
void productTrees(const LaneTask& task, const ProductTrees& shape) {
    for (std::size_t row = 0; row < task.rows; ++row) {
        const float* lhs = task.lhs + row * task.positions;
        typename Lanes::Floats sums[kMostAccumulators];
        for (auto& sum : sums)
            sum = Lanes::broadcast(0.0F);
        for (std::size_t p = 0; p < task.positions; p += kTreePositions) {
            auto& sum = sums[p / kTreePositions % shape.accumulators];
            sum = Lanes::add(sum, productTree<Lanes>(lhs + p, task.rhs + p * Lanes::width, shape.contracted));
        }
        for (std::size_t j = 1; j < shape.accumulators; ++j)
            sums[0] = Lanes::add(sums[0], sums[j]);
        Lanes::store(task.sums + row * Lanes::width, sums[0]);
    }
}

// Products whose cut significands, and one accumulator's, always fit a signed 32-bit sum: a product has less than
// 2^(kept + 2), the accumulator less than 2^(kept + 1). Precondition: kept <= 28.
template <class Lanes>
constexpr std::size_t productsPerInt32(std::int32_t kept) {
    return static_cast<std::size_t>((0x7fffffffLL - (1LL << (kept + 1))) >> (kept + 2));
}

// Largest exponent of each lane's accumulator and products, but not below the floor. Under the preconditions the floor
// changes nothing: whatever is not zero is a multiple of 2^(floor - kept).
template <class Lanes, std::size_t rows>
inline void largestExponents(const LaneTask& task, std::size_t row, std::size_t from, std::size_t count,
                             const typename Lanes::Floats (&sums)[rows], typename Lanes::Ints (&largest)[rows]) {
    const std::int32_t* lhs = task.lhsExponents + row * task.positions + from;
    const std::int32_t* rhs = task.rhsExponents + from * Lanes::width;
    for (std::size_t r = 0; r < rows; ++r)
        largest[r] = Lanes::max(largest[r], Lanes::exponent(sums[r]));
    for (std::size_t p = 0; p < count; ++p) {
        const auto b = Lanes::load(rhs + p * Lanes::width);
        for (std::size_t r = 0; r < rows; ++r)
            largest[r] = Lanes::max(largest[r], Lanes::add(Lanes::broadcast(lhs[r * task.positions + p]), b));
    }
}

// Adds the products cut toward zero to multiples of one unit, scale = 1 / unit.
template <class Lanes, std::size_t rows>
inline void addCutProducts(const LaneTask& task, std::size_t row, std::size_t from, std::size_t count,
                           const typename Lanes::Floats (&scale)[rows], typename Lanes::Ints (&units)[rows]) {
    const float* lhs = task.lhs + row * task.positions + from;
    const float* rhs = task.rhs + from * Lanes::width;
    for (std::size_t p = 0; p < count; ++p) {
        const auto b = Lanes::load(rhs + p * Lanes::width);
        for (std::size_t r = 0; r < rows; ++r) {
            const auto product = Lanes::mul(Lanes::broadcast(lhs[r * task.positions + p]), b);
            units[r] = Lanes::add(units[r], Lanes::truncate(Lanes::mul(product, scale[r])));
        }
    }
}

// units + the group's cut products, rounded to 24 bits, through a type in which every sum is exact.
template <class Lanes, std::size_t rows>
inline void roundedWideGroup(const LaneTask& task, const GroupSums& shape, std::size_t row, std::size_t from,
                             const typename Lanes::Floats (&scale)[rows], typename Lanes::Ints (&units)[rows],
                             typename Lanes::Floats (&sums)[rows]) {
    const std::size_t part = productsPerInt32<Lanes>(shape.keptFractionBits);
    typename Lanes::Wide wide[rows];
    for (std::size_t r = 0; r < rows; ++r)
        wide[r] = Lanes::widen(units[r]);
    for (std::size_t done = 0; done < shape.group; done += part) {
        const std::size_t count = part < shape.group - done ? part : shape.group - done;
        for (std::size_t r = 0; r < rows; ++r)
            units[r] = Lanes::broadcast(std::int32_t{0});
        addCutProducts<Lanes, rows>(task, row, from + done, count, scale, units);
        for (std::size_t r = 0; r < rows; ++r)
            wide[r] = Lanes::add(wide[r], Lanes::widen(units[r]));
    }
    for (std::size_t r = 0; r < rows; ++r)
        sums[r] = Lanes::roundToFloat(wide[r], shape.towardZero);
}

// The same for a group of two halves that each fit 32 bits: their sum seldom does not, and that is seen.
template <class Lanes, std::size_t rows>
inline void roundedHalves(const LaneTask& task, const GroupSums& shape, std::size_t row, std::size_t from,
                          std::size_t half, const typename Lanes::Floats (&scale)[rows],
                          typename Lanes::Ints (&units)[rows], typename Lanes::Floats (&sums)[rows]) {
    typename Lanes::Ints first[rows], second[rows];
    for (std::size_t r = 0; r < rows; ++r) {
        first[r] = units[r];
        second[r] = Lanes::broadcast(std::int32_t{0});
    }
    addCutProducts<Lanes, rows>(task, row, from, half, scale, first);
    addCutProducts<Lanes, rows>(task, row, from + half, half, scale, second);
    bool overflow = false;
    for (std::size_t r = 0; r < rows; ++r)
        overflow = overflow || Lanes::sumOverflows(first[r], second[r]);
    if (overflow) return roundedWideGroup<Lanes, rows>(task, shape, row, from, scale, units, sums);
    for (std::size_t r = 0; r < rows; ++r)
        sums[r] = Lanes::roundToFloat(Lanes::add(first[r], second[r]), shape.towardZero);
}

// How the sum of a group is kept exact.
enum class GroupWidth { int32, halvesOfInt32, wide };

// fixedGroup: the group where it is known when compiling (then the loops over it are unrolled), else 0.
template <class Lanes, std::size_t rows, GroupWidth width, std::size_t fixedGroup>
inline void groupSumsOfRows(const LaneTask& task, const GroupSums& shape, std::size_t row) {
    const std::size_t group = fixedGroup != 0 ? fixedGroup : shape.group;
    const auto kept = Lanes::broadcast(shape.keptFractionBits);
    const auto floor = Lanes::broadcast(shape.keptFractionBits - 126);
    typename Lanes::Floats sums[rows];
    for (std::size_t r = 0; r < rows; ++r)
        sums[r] = Lanes::broadcast(0.0F);
    for (std::size_t from = 0; from < task.positions; from += group) {
        typename Lanes::Ints largest[rows], units[rows];
        typename Lanes::Floats scale[rows];
        for (std::size_t r = 0; r < rows; ++r)
            largest[r] = floor;
        largestExponents<Lanes, rows>(task, row, from, group, sums, largest);
        for (std::size_t r = 0; r < rows; ++r) {
            scale[r] = Lanes::powerOfTwo(Lanes::subtract(kept, largest[r]));
            units[r] = Lanes::truncate(Lanes::mul(sums[r], scale[r]));
        }
        if constexpr (width == GroupWidth::int32) {
            addCutProducts<Lanes, rows>(task, row, from, group, scale, units);
            for (std::size_t r = 0; r < rows; ++r)
                sums[r] = Lanes::roundToFloat(units[r], shape.towardZero);
        } else if constexpr (width == GroupWidth::halvesOfInt32) {
            roundedHalves<Lanes, rows>(task, shape, row, from, group / 2, scale, units, sums);
        } else {
            roundedWideGroup<Lanes, rows>(task, shape, row, from, scale, units, sums);
        }
        for (std::size_t r = 0; r < rows; ++r)
            sums[r] = Lanes::mul(sums[r], Lanes::powerOfTwo(Lanes::subtract(largest[r], kept)));
    }
    for (std::size_t r = 0; r < rows; ++r)
        Lanes::store(task.sums + (row + r) * Lanes::width, sums[r]);
}

// Not inlined: no conversion may be moved across the change of the rounding mode.
template <class Lanes, GroupWidth width, std::size_t fixedGroup = 0>
[[gnu::noinline]] void groupSumsOf(const LaneTask& task, const GroupSums& shape) {
    std::size_t row = 0;
    for (; row + Lanes::groupRows <= task.rows; row += Lanes::groupRows)
        groupSumsOfRows<Lanes, Lanes::groupRows, width, fixedGroup>(task, shape, row);
    for (; row < task.rows; ++row)
        groupSumsOfRows<Lanes, 1, width, fixedGroup>(task, shape, row);
}

template <class Lanes>
void groupSums(const LaneTask& task, const GroupSums& shape) {
    const typename Lanes::RoundingScope rounding(shape.towardZero);
    const std::size_t most = productsPerInt32<Lanes>(shape.keptFractionBits);
    if (shape.group == 4 && most >= 4) return groupSumsOf<Lanes, GroupWidth::int32, 4>(task, shape);
    if (shape.group == 8 && most >= 8) return groupSumsOf<Lanes, GroupWidth::int32, 8>(task, shape);
    if (shape.group <= most) return groupSumsOf<Lanes, GroupWidth::int32>(task, shape);
    if (shape.group == 16 && most >= 8) return groupSumsOf<Lanes, GroupWidth::halvesOfInt32, 16>(task, shape);
    groupSumsOf<Lanes, GroupWidth::wide>(task, shape);
}

template <class Lanes>
constexpr LaneKernels laneKernelsOf(const char* name) {
    return {name, Lanes::width, &chainSums<Lanes>, &productTrees<Lanes>, &groupSums<Lanes>};
}

}  // namespace flipscope
