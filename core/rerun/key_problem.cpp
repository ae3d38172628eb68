#include "core/rerun/key_problem.h"

#include <string>
#include <utility>

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

Error notLaidOut(MatrixLayout layout, const std::string& side) {
    if (layout == MatrixLayout::permuted) {
        return {
            "its " + side +
            " operand is highly permuted (broadcast, or its batches lie inside its rows), and the key does not hold "
            "how: which memory its candidates read cannot be told"};
    }
    return {"the key does not say how its " + side + " operand lies in memory"};
}

}  // namespace

Result<RerunProblem> problemOfKey(const TuningKey& key) {
    if (key.operation != Operation::matmul || !key.matmul) {
        return Error{"it is no plain matmul key; only the candidates of such keys can be re-run without their program"};
    }
    const MatmulProblem& matmul = *key.matmul;
    const bool isTyped =
        matmul.lhs == ElementType::f32 || matmul.lhs == ElementType::f16 || matmul.lhs == ElementType::bf16;
    if (!isTyped || matmul.rhs != matmul.lhs || matmul.out != matmul.lhs) return notTyped(matmul);
    if (matmul.storageTiled) return Error{"its operands are stored in tiles, which is not replicated"};
    for (const auto& [layout, side] : {std::pair{matmul.lhsLayout, "left"}, std::pair{matmul.rhsLayout, "right"}}) {
        if (layout != MatrixLayout::rowMajor && layout != MatrixLayout::transposed) return notLaidOut(layout, side);
    }
    if (!fits(matmul.m, matmul.k) || !fits(matmul.k, matmul.n) || !fits(matmul.m, matmul.n)) {
        return Error{"its sizes are zero or too large"};
    }
    return RerunProblem{static_cast<std::size_t>(matmul.m),           static_cast<std::size_t>(matmul.n),
                        static_cast<std::size_t>(matmul.k),           matmul.lhs,
                        matmul.rhsLayout == MatrixLayout::transposed, matmul.lhsLayout == MatrixLayout::transposed};
}

}  // namespace flipscope
