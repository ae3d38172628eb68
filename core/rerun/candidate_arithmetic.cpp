#include "core/rerun/candidate_arithmetic.h"

#include <bit>

namespace flipscope {

namespace {

using Kind = CandidateFamily::Kind;
using Loader = CandidateFamily::Loader;
using Status = CandidateArithmetic::Status;

constexpr std::size_t kVectorBytes = 16;
constexpr std::size_t kLanes = 32;

MatmulProblem matmulProblem(const RerunProblem& p) {
    MatmulProblem problem;
    problem.m = p.m;
    problem.n = p.n;
    problem.k = p.k;
    problem.lhs = problem.rhs = problem.out = p.type;
    problem.lhsLayout = p.lhsTransposed ? MatrixLayout::transposed : MatrixLayout::rowMajor;
    problem.rhsLayout = p.rhsTransposed ? MatrixLayout::transposed : MatrixLayout::rowMajor;
    return problem;
}

CandidateArithmetic refused(std::string_view because) {
    return {Status::refused, {}, {}, true, std::string(because)};
}

// Kernels for storage-tiled operands, launched on plain ones.
CandidateArithmetic storageTiledOnPlain(const RerunProblem& p, const CardNumbers& card) {
    if (p.type == ElementType::f32) return refused("it has no tile size for plain f32 operands");
    if (p.lhsTransposed) return {Status::unknown, {}, {}, true, "it was not measured with a transposed left operand"};
    if (p.rhsTransposed) return refused("its right operand must be row-major");
    const CardOperands* operands = card.find(p.type);
    if (operands == nullptr) return refused("the card has no tensor core for these operands");
    if (p.type != ElementType::f16) {
        return {
            Status::unknown, {}, {}, true, "on plain bf16 operands it was seen to report success and write nothing"};
    }
    return {Status::known,
            {Arithmetic::tensorCoreHalf, operands->core.cmmaGroup},
            operands->core,
            false,
            "on plain operands it ran for some shapes only, there with the bits of the other tensor-core kernels"};
}

// Launch checks of the kernels, as their messages in the measured tables word them. Empty: none of them refuses.
std::string_view launchRefusal(std::string_view name, const CandidateFamily& family, const RerunProblem& p,
                               const OperandPlacement& placement) {
    if (family.kind == Kind::vecmat && !family.fused) {
        if (!p.rhsTransposed) return "its right operand must be column-major";
        const std::size_t tile = kLanes * elementsPerVector(p.type);
        if (name.starts_with("matmul_double") && p.k % tile == 0 && p.k % (2 * tile) != 0) {
            return "k is a multiple of its tile but not of two tiles";
        }
    }
    if (family.kind == Kind::tensorCore && family.loader != Loader::sync) {
        const auto aligned = [&](std::size_t elements) {
            return elements * bytesPerElement(p.type) % kVectorBytes == 0;
        };
        const auto distance = [](std::size_t stride, std::size_t columns) { return stride == 0 ? columns : stride; };
        if (!aligned(placement.offset) || !aligned(distance(placement.lhsStride, lhsColumns(p))) ||
            !aligned(distance(placement.rhsStride, rhsColumns(p)))) {
            return "its copies need rows aligned to 16 bytes";
        }
    }
    return {};
}

// The naive kernel adds as many partial sums as its vectors are wide; measured were the widest and 1 only.
std::optional<CandidateArithmetic> bySource(const CandidateFamily& family, const RerunProblem& p) {
    const unsigned powerOfTwo = p.k == 0 ? 0 : static_cast<unsigned>(std::countr_zero(p.k));
    if (family.kind != Kind::naive || p.lhsTransposed || powerOfTwo == 0 || p.k % elementsPerVector(p.type) == 0)
        return std::nullopt;
    return CandidateArithmetic{
        Status::known,
        {Arithmetic::partialSums, 1U << powerOfTwo},
        {},
        false,
        "partial sums of this width were not measured; by the kernel's source there are as many as "
        "its vector is wide"};
}

}  // namespace

CandidateArithmetic candidateArithmetic(std::string_view name, const RerunProblem& problem, const CardNumbers& card,
                                        CodeGenerator generator, const OperandPlacement& placement) {
    const CandidateFamily family = familyOf(name);
    if (family.kind == Kind::storageTiled) return storageTiledOnPlain(problem, card);
    const unsigned powerOfTwo = problem.k == 0 ? 0 : static_cast<unsigned>(std::countr_zero(problem.k));
    const ClassRuling ruling = ruleClass(matmulProblem(problem), family, card.generation, generator, powerOfTwo);
    if (ruling.kind == ClassRuling::Kind::refused) return refused(ruling.because);
    if (const auto refusal = launchRefusal(name, family, problem, placement); !refusal.empty()) return refused(refusal);
    if (ruling.kind == ClassRuling::Kind::unknown) {
        if (const auto arithmetic = bySource(family, problem)) return *arithmetic;
        return {Status::unknown, {}, {}, true, std::string(ruling.because)};
    }
    CandidateArithmetic known{Status::known, ruling.code, {}, true, {}};
    if (problem.lhsTransposed) {
        if (family.kind == Kind::vecmat) {
            return {Status::unknown, {}, {}, true, "it was not measured with a transposed left operand"};
        }
        known.measured = false;
        known.because = "not measured with a transposed left operand; by its class it adds up along k in any layout";
    }
    if (family.kind == Kind::vecmat && problem.k % elementsPerVector(problem.type) != 0) {
        known.measured = false;
        known.because =
            "not measured where its widest vector does not divide k; by the kernel's source it then takes "
            "narrower ones";
    }
    if (family.kind != Kind::tensorCore) return known;
    const CardOperands* operands = card.find(problem.type);
    if (operands == nullptr) return refused("the card has no tensor core for these operands");
    const bool mma = family.instruction == CandidateFamily::Instruction::mma;
    known.code.width = mma ? operands->core.mmaGroup : operands->core.cmmaGroup;
    if (known.code.width == 0) return refused("the card lacks the instruction");
    known.core = operands->core;
    return known;
}

}  // namespace flipscope
