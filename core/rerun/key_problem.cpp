#include "core/rerun/key_problem.h"

#include <array>
#include <limits>
#include <string>

namespace flipscope {

namespace {

// m·n, m·k and k·n beyond this do not fit a card's memory anyway.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 34;

bool fits(std::uint64_t a, std::uint64_t b) {
    return a != 0 && b != 0 && a <= kMostElements / b;
}

Error notTyped(const MatmulProblem& matmul) {
    return {"its operands are " + std::string(toString(matmul.lhs)) + " and " + std::string(toString(matmul.rhs)) +
            ", its result " + std::string(toString(matmul.out)) +
            "; only f32, f16 and bf16, the same in all three, are re-run"};
}

}  // namespace

Result<RerunProblem> problemOfKey(const TuningKey& key) {
    if (key.operation != Operation::matmul || !key.matmul) {
        return Error{"it is a " + std::string(toString(key.operation)) +
                     "; only the candidates of plain matmul keys can be re-run without their program"};
    }
    const MatmulProblem& matmul = *key.matmul;
    const bool isTyped =
        matmul.lhs == ElementType::f32 || matmul.lhs == ElementType::f16 || matmul.lhs == ElementType::bf16;
    if (!isTyped || matmul.rhs != matmul.lhs || matmul.out != matmul.lhs) return notTyped(matmul);
    if (matmul.storageTiled) return Error{"its operands are stored in tiles, which is not replicated"};
    if (matmul.lhsLayout != MatrixLayout::rowMajor) {
        return Error{"its left operand is not row-major (or not known to be), which is not replicated"};
    }
    if (matmul.rhsLayout != MatrixLayout::rowMajor && matmul.rhsLayout != MatrixLayout::transposed) {
        return Error{"its right operand is neither row-major nor transposed, which is not replicated"};
    }
    if (!fits(matmul.m, matmul.k) || !fits(matmul.k, matmul.n) || !fits(matmul.m, matmul.n)) {
        return Error{"its sizes are zero or too large"};
    }
    return RerunProblem{static_cast<std::size_t>(matmul.m), static_cast<std::size_t>(matmul.n),
                        static_cast<std::size_t>(matmul.k), matmul.lhs, matmul.rhsLayout == MatrixLayout::transposed};
}

}  // namespace flipscope
