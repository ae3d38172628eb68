#include "core/rerun/reference_product.h"
#include "core/rerun/seeded_input.h"
#include "tests/support/exact_number.h"
#include "tests/support/random_cases.h"
#include "tests/support/random_operands.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

struct ExactElement {
    ExactNumber product, magnitude;
};

ExactElement exactElement(const RerunProblem& p, const Operands& operands, PrecisionModel model, std::size_t row,
                          std::size_t column) {
    ExactElement sum;
    for (std::size_t l = 0; l < p.k; ++l) {
        const float b = operands.rhs[p.rhsTransposed ? column * p.k + l : l * p.n + column];
        const double product =
            static_cast<double>(roundedOperand(operands.lhs[p.lhsTransposed ? l * p.m + row : row * p.k + l], model)) *
            static_cast<double>(roundedOperand(b, model));
        sum.product.add(ExactNumber(product));
        sum.magnitude.add(ExactNumber(std::fabs(product)));
    }
    return sum;
}

double distance(ExactNumber exact, double value) {
    exact.add(ExactNumber(-value));
    return std::fabs(static_cast<double>(exact.toFloat(false)));
}

void checkElements(const RerunProblem& problem, const Operands& operands, PrecisionModel model, unsigned threads) {
    const auto reference = referenceProduct(problem, operands, model, {}, threads);
    REQUIRE(reference);
    REQUIRE(reference->product.size() == problem.m * problem.n);
    REQUIRE(reference->magnitude.size() == problem.m * problem.n);
    double worst = 0;
    for (std::size_t i = 0; i < reference->product.size(); ++i) {
        const auto exact = exactElement(problem, operands, model, i / problem.n, i % problem.n);
        const double allowed = static_cast<double>(problem.k) * 0x1.01p-53 * reference->magnitude[i] + 0x1p-300;
        worst = std::max(worst, distance(exact.product, reference->product[i]) / allowed);
        worst = std::max(worst, distance(exact.magnitude, reference->magnitude[i]) / allowed);
    }
    CHECK(worst <= 1);
}

}  // namespace

TEST_CASE("random shapes agree with sums over exact numbers") {
    SeededRandom random(11);
    for (int i = 0; i < 60; ++i) {
        const auto type = random.below(2) == 0 ? ElementType::f32 : ElementType::bf16;
        const RerunProblem problem{1 + random.below(9),  1 + random.below(20), 1 + random.below(30), type,
                                   random.below(2) == 0, random.below(3) == 0};
        const auto& models = precisionModelsOf(type);
        checkElements(problem, randomOperands(random, problem, 1 + pick(random, 20)),
                      models[random.below(static_cast<std::uint32_t>(models.size()))], 1 + random.below(3));
    }
}

TEST_CASE("shapes beyond one tile in every direction agree too") {
    for (const bool transposed : {false, true}) {
        const RerunProblem problem{67, 69, 259, ElementType::f32, transposed};
        checkElements(problem, seededOperands(problem), PrecisionModel::tf32Away, 2);
    }
}

TEST_CASE("the number of threads changes no bit") {
    const RerunProblem problem{130, 131, 70, ElementType::f32, true};
    const Operands operands = seededOperands(problem);
    const auto one = referenceProduct(problem, operands, PrecisionModel::f32, {}, 1);
    REQUIRE(one);
    for (const unsigned threads : {2U, 5U, 0U}) {
        const auto more = referenceProduct(problem, operands, PrecisionModel::f32, {}, threads);
        REQUIRE(more);
        CHECK(more->product == one->product);
        CHECK(more->magnitude == one->magnitude);
    }
}

TEST_CASE("a small product, by hand") {
    const RerunProblem problem{2, 2, 2, ElementType::f32, false};
    const auto reference = referenceProduct(problem, {{1, -2, 3, 4}, {5, 6, 7, -8}}, PrecisionModel::f32);
    REQUIRE(reference);
    CHECK((reference->product == std::vector<double>{-9, 22, 43, -14}));
    CHECK((reference->magnitude == std::vector<double>{19, 22, 43, 50}));
}

TEST_CASE("empty problems have empty sums; a stop gives nothing") {
    const auto zeros = referenceProduct({2, 3, 0}, {}, PrecisionModel::f32);
    REQUIRE(zeros);
    CHECK((zeros->product == std::vector<double>(6, 0.0)));
    CHECK(referenceProduct({0, 3, 1}, {{}, {1, 2, 3}}, PrecisionModel::f32)->product.empty());
    std::stop_source source;
    source.request_stop();
    CHECK_FALSE(referenceProduct({2, 3, 0}, {}, PrecisionModel::f32, source.get_token()));
}
