#include "core/analyse/class_rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace flipscope {

namespace {

using Kind = CandidateFamily::Kind;
using Instruction = CandidateFamily::Instruction;
using Loader = CandidateFamily::Loader;

constexpr unsigned kLanesLog2 = 5;  // of 32 lanes

unsigned log2Bytes(ElementType type) {
    return isHalf(type) ? 1 : 2;
}

// Elements in a 16-byte vector.
unsigned vectorLog2(ElementType type) {
    return 4 - log2Bytes(type);
}

ClassRuling known(Arithmetic arithmetic, unsigned width = 0) {
    return {ClassRuling::Kind::known, {arithmetic, width}, {}};
}
ClassRuling unknownBecause(std::string_view why) {
    return {ClassRuling::Kind::unknown, {}, why};
}
ClassRuling refusedBecause(std::string_view why) {
    return {ClassRuling::Kind::refused, {}, why};
}

bool isOneOf(MatrixLayout layout, std::initializer_list<MatrixLayout> list) {
    return std::find(list.begin(), list.end(), layout) != list.end();
}

bool layoutWasMeasured(const MatmulProblem& p) {
    return p.lhsLayout == MatrixLayout::rowMajor &&
           isOneOf(p.rhsLayout, {MatrixLayout::rowMajor, MatrixLayout::transposed});
}

constexpr std::string_view kLayoutUnmeasured = "it was not measured for this layout of the operands";

ClassRuling ruleNaive(const MatmulProblem& p, unsigned powerOfTwoInK) {
    if (!layoutWasMeasured(p)) return unknownBecause(kLayoutUnmeasured);
    const unsigned widest = vectorLog2(p.lhs);
    if (powerOfTwoInK >= widest) return known(Arithmetic::partialSums, 1U << widest);
    if (powerOfTwoInK == 0) return known(Arithmetic::ascending);
    return unknownBecause("its narrower vector widths were not measured");
}

ClassRuling ruleGemm(const MatmulProblem& p, unsigned powerOfTwoInK) {
    if (!layoutWasMeasured(p)) return unknownBecause(kLayoutUnmeasured);
    if (powerOfTwoInK < kLanesLog2) return known(Arithmetic::ascending);
    return known(Arithmetic::gemm, 1U << std::min(vectorLog2(p.lhs), powerOfTwoInK - kLanesLog2));
}

ClassRuling rulePerpendicular(const MatmulProblem& p, unsigned powerOfTwoInK) {
    if (!isSingleRow(p)) return known(Arithmetic::ascending);
    const unsigned tileLog2 = kLanesLog2 + vectorLog2(p.lhs);
    const std::uint64_t tile = std::uint64_t{1} << tileLog2;
    // One tile, or only columns whose first tile is the first: nothing is rotated.
    if (p.k <= tile || p.n <= tile) return known(Arithmetic::ascending);
    if (p.rhsLayout != MatrixLayout::rowMajor) return unknownBecause(kLayoutUnmeasured);
    if (powerOfTwoInK < tileLog2) return unknownBecause("it was not measured for a k that is no multiple of its tile");
    return known(Arithmetic::rotatedTiles);
}

std::optional<ClassRuling> refusalOfLoader(Loader loader, Card card, CodeGenerator generator) {
    if (loader == Loader::sync) return std::nullopt;
    if (generator == CodeGenerator::llvm) {
        return refusedBecause(loader == Loader::tma ? "the LLVM code generator has no tensor memory accelerator"
                                                    : "the LLVM code generator has no asynchronous barrier");
    }
    if (loader == Loader::tma && card < Card::hopper) {
        return refusedBecause("the tensor memory accelerator came with Hopper");
    }
    if (card < Card::ampere) return refusedBecause("asynchronous copies came with Ampere");
    return std::nullopt;
}

ClassRuling ruleTensorCore(const MatmulProblem& p, const CandidateFamily& family, Card card, CodeGenerator generator) {
    const auto core = tensorCoreOf(card, p.lhs);
    if (!core) return refusedBecause("the card has no tensor core for these operands");
    if (const auto refusal = refusalOfLoader(family.loader, card, generator)) return *refusal;
    unsigned group = family.instruction == Instruction::mma ? core->mmaGroup : core->cmmaGroup;
    if (group == 0) return refusedBecause("the card lacks the mma instruction");
    if (isHalf(p.lhs)) return known(Arithmetic::tensorCoreHalf, group);
    // A group is padded with zeros: up to k = 4 there is one group whatever its size.
    if (p.k <= 4) group = 4;
    switch (family.loader) {
        case Loader::async:
            return known(Arithmetic::tf32Truncated, group);
        case Loader::tma:
            return known(Arithmetic::tf32Even, group);
        case Loader::sync:
            break;
    }
    return known(Arithmetic::tf32Away, group);
}

ClassRuling ruleFused(const MatmulProblem& p, const CandidateFamily& family, Card card, CodeGenerator generator) {
    if (!isOneOf(p.lhsLayout, {MatrixLayout::rowMajor, MatrixLayout::transposed}) ||
        !isOneOf(p.rhsLayout, {MatrixLayout::rowMajor, MatrixLayout::transposed})) {
        return unknownBecause(
            "with permuted operands a fused candidate can fall back to the plain matmul and its winner");
    }
    if (family.kind == Kind::tensorCore) return ruleTensorCore(p, family, card, generator);
    if (family.kind == Kind::unit) return known(Arithmetic::ascending);
    if (family.kind == Kind::fallback) return unknownBecause("it computes what the plain tuner's winner computes");
    return unknownBecause("it can fall back to the plain matmul and its winner");
}

std::string_view whyUnknown(Kind kind) {
    switch (kind) {
        case Kind::cpu:
            return "it is a kernel for processors";
        case Kind::storageTiled:
            return "kernels for storage-tiled operands were not measured";
        case Kind::planeParallel:
            return "plane-parallel kernels were not measured";
        case Kind::fallback:
            return "it computes what another tuner's winner computes";
        default:
            return "its name is none of the measured kernels";
    }
}

bool typesWereMeasured(const MatmulProblem& p) {
    return (p.lhs == ElementType::f32 || isHalf(p.lhs)) && p.rhs == p.lhs && p.out == p.lhs;
}

}  // namespace

std::optional<unsigned> knownPowerOfTwoInK(const MatmulProblem& problem) {
    std::optional<unsigned> power;
    const auto consider = [&](std::uint32_t strideFactor, ElementType type) {
        if (strideFactor < log2Bytes(type)) return;
        const unsigned byThis = strideFactor - log2Bytes(type);
        power = std::min(byThis, power.value_or(byThis));
    };
    if (problem.lhsLayout == MatrixLayout::rowMajor && problem.lhsStrideFactor > 0) {
        consider(problem.lhsStrideFactor, problem.lhs);
    }
    if (problem.rhsLayout == MatrixLayout::transposed && problem.rhsStrideFactor > 0) {
        consider(problem.rhsStrideFactor, problem.rhs);
    }
    // More than the bucket allows: the rows must be padded, so their stride says nothing about k.
    if (power && *power > largestPowerOfTwoInK(problem)) return std::nullopt;
    return power;
}

unsigned largestPowerOfTwoInK(const MatmulProblem& problem) {
    return problem.k == 0 ? 0 : static_cast<unsigned>(std::bit_width(problem.k)) - 1;
}

bool isSingleRow(const MatmulProblem& problem) {
    constexpr std::array<std::string_view, 4> kSingle = {"VecMat", "InnerProduct", "ScalarVec", "ScalarProduct"};
    if (problem.kind.empty()) return problem.m == 1;
    return std::find(kSingle.begin(), kSingle.end(), problem.kind) != kSingle.end();
}

ClassRuling ruleClass(const MatmulProblem& problem, const CandidateFamily& family, Card card, CodeGenerator generator,
                      unsigned powerOfTwoInK) {
    if (problem.storageTiled) return unknownBecause(whyUnknown(Kind::storageTiled));
    if (!typesWereMeasured(problem)) return unknownBecause("these element types were not measured");
    if (family.fused) return ruleFused(problem, family, card, generator);
    switch (family.kind) {
        case Kind::naive:
            return ruleNaive(problem, powerOfTwoInK);
        case Kind::unit:
        case Kind::cpuGemm:
            return known(Arithmetic::ascending);
        case Kind::vecmat:
            return known(generator == CodeGenerator::llvm ? Arithmetic::vecmatContracted : Arithmetic::vecmat);
        case Kind::gemm:
            return ruleGemm(problem, powerOfTwoInK);
        case Kind::unitPerpendicular:
            return rulePerpendicular(problem, powerOfTwoInK);
        case Kind::tensorCore:
            return ruleTensorCore(problem, family, card, generator);
        default:
            return unknownBecause(whyUnknown(family.kind));
    }
}

std::string classId(const ClassCode& code, ElementType type) {
    const std::string operands(toString(type));
    const std::string width = std::to_string(code.width);
    switch (code.arithmetic) {
        case Arithmetic::ascending:
            return operands + "/ascending";
        case Arithmetic::partialSums:
            return operands + "/partial" + width;
        case Arithmetic::gemm:
            return operands + "/gemm" + width;
        case Arithmetic::rotatedTiles:
            return operands + "/rotated";
        case Arithmetic::vecmat:
            return operands + "/vecmat";
        case Arithmetic::vecmatContracted:
            return operands + "/vecmat-contracted";
        case Arithmetic::tf32Away:
            return "tf32-rna/g" + width;
        case Arithmetic::tf32Even:
            return "tf32-rne/g" + width;
        case Arithmetic::tf32Truncated:
            return "tf32-trunc/g" + width;
        case Arithmetic::tensorCoreHalf:
            return operands + "-tensor-core/g" + width;
    }
    return "unknown";
}

std::string className(const ClassCode& code, ElementType type) {
    const std::string operands(toString(type));
    const std::string width = std::to_string(code.width);
    const std::string groups = "; tensor core sums of " + width + " products";
    switch (code.arithmetic) {
        case Arithmetic::ascending:
            return operands + ", one sum in ascending k by FMA";
        case Arithmetic::partialSums:
            return operands + ", " + width + " partial sums by FMA";
        case Arithmetic::gemm:
            return operands + ", 32 lanes of " + width + (code.width == 1 ? " partial sum" : " partial sums") +
                   " added as a tree";
        case Arithmetic::rotatedTiles:
            return operands + ", sum by FMA over rotated tiles";
        case Arithmetic::vecmat:
            return operands + ", rounded products added as a tree";
        case Arithmetic::vecmatContracted:
            return operands + ", products added as a tree, the first step by FMA";
        case Arithmetic::tf32Away:
            return "operands rounded to TF32, ties away from zero" + groups;
        case Arithmetic::tf32Even:
            return "operands rounded to TF32, ties to even" + groups;
        case Arithmetic::tf32Truncated:
            return "operands cut to TF32" + groups;
        case Arithmetic::tensorCoreHalf:
            return operands + " operands as they are" + groups;
    }
    return "unknown";
}

std::string classNameOf(std::string_view id) {
    constexpr std::array kArithmetics = {
        Arithmetic::ascending,     Arithmetic::partialSums,      Arithmetic::gemm,     Arithmetic::rotatedTiles,
        Arithmetic::vecmat,        Arithmetic::vecmatContracted, Arithmetic::tf32Away, Arithmetic::tf32Even,
        Arithmetic::tf32Truncated, Arithmetic::tensorCoreHalf};
    constexpr std::array kTypes = {ElementType::f32, ElementType::f16, ElementType::bf16};
    unsigned width = 0;
    const std::size_t digits = id.find_last_not_of("0123456789") + 1;
    std::from_chars(id.data() + digits, id.data() + id.size(), width);
    for (const ElementType type : kTypes) {
        for (const Arithmetic arithmetic : kArithmetics) {
            if (classId({arithmetic, width}, type) == id) return className({arithmetic, width}, type);
        }
    }
    return {};
}

}  // namespace flipscope
