#include "core/rerun/key_problem.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

TuningKey matmulKey() {
    TuningKey key;
    key.operation = Operation::matmul;
    MatmulProblem matmul;
    matmul.m = 512;
    matmul.n = 1024;
    matmul.k = 128;
    matmul.lhs = matmul.rhs = matmul.out = ElementType::bf16;
    matmul.lhsLayout = MatrixLayout::rowMajor;
    matmul.rhsLayout = MatrixLayout::transposed;
    key.matmul = matmul;
    return key;
}

std::string refusal(const TuningKey& key) {
    const auto problem = problemOfKey(key);
    CHECK(!problem);
    return problem.errorMessage();
}

}  // namespace

TEST_CASE("a plain matmul key is a problem of its own sizes") {
    const auto problem = problemOfKey(matmulKey());
    REQUIRE(problem);
    CHECK(problem.value().m == 512);
    CHECK(problem.value().n == 1024);
    CHECK(problem.value().k == 128);
    CHECK((problem.value().type == ElementType::bf16));
    CHECK(problem.value().rhsTransposed);
    CHECK(!problem.value().lhsTransposed);
    TuningKey turned = matmulKey();
    turned.matmul->lhsLayout = MatrixLayout::transposed;
    turned.matmul->rhsLayout = MatrixLayout::rowMajor;
    CHECK(problemOfKey(turned).value() == RerunProblem{512, 1024, 128, ElementType::bf16, false, true});
}

TEST_CASE("a key that cannot be re-run says why") {
    TuningKey key = matmulKey();
    key.operation = Operation::fusedMatmul;
    CHECK(refusal(key).find("it is no plain matmul key") != std::string::npos);
    key = matmulKey();
    key.matmul->out = ElementType::f32;
    CHECK(refusal(key).find("bf16") != std::string::npos);
    key = matmulKey();
    key.matmul->lhs = key.matmul->rhs = key.matmul->out = ElementType::f64;
    CHECK(refusal(key).find("f64") != std::string::npos);
    key = matmulKey();
    key.matmul->lhsLayout = MatrixLayout::permuted;
    CHECK(refusal(key).find("left operand is highly permuted") != std::string::npos);
    key = matmulKey();
    key.matmul->lhsLayout = MatrixLayout::unknown;
    CHECK(refusal(key).find("does not say how its left operand") != std::string::npos);
    key = matmulKey();
    key.matmul->rhsLayout = MatrixLayout::permuted;
    CHECK(refusal(key).find("right operand") != std::string::npos);
    key = matmulKey();
    key.matmul->storageTiled = true;
    CHECK(refusal(key).find("tiles") != std::string::npos);
    key = matmulKey();
    key.matmul->k = 0;
    CHECK(refusal(key).find("sizes") != std::string::npos);
    key.matmul->k = std::uint64_t{1} << 60;
    CHECK(refusal(key).find("sizes") != std::string::npos);
}
