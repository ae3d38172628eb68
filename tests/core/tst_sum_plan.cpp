#include "core/rerun/sum_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

RerunProblem problem(std::size_t k, ElementType type = ElementType::f32) {
    return {4, 300, k, type, false};
}

SumPlan plan(const ClassCode& code, const RerunProblem& p) {
    auto result = planSums(code, p, tensorCoreOf(Card::hopper, p.type));
    REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
    return std::move(result).value();
}

// Every index along k once, the rest padding.
bool coversAll(const SumPlan& plan, std::size_t k) {
    std::vector<std::ptrdiff_t> used;
    std::copy_if(plan.order.begin(), plan.order.end(), std::back_inserter(used),
                 [](std::ptrdiff_t l) { return l != SumPlan::kZero; });
    std::sort(used.begin(), used.end());
    for (std::size_t l = 0; l < used.size(); ++l) {
        if (used[l] != static_cast<std::ptrdiff_t>(l)) return false;
    }
    return used.size() == k;
}

}  // namespace

TEST_CASE("every order takes each element once") {
    const std::vector<std::pair<ClassCode, RerunProblem>> cases = {
        {{Arithmetic::ascending, 0}, problem(77)},
        {{Arithmetic::partialSums, 4}, problem(100)},
        {{Arithmetic::partialSums, 2}, problem(6)},
        {{Arithmetic::gemm, 2}, problem(192)},
        {{Arithmetic::gemm, 8}, problem(512, ElementType::bf16)},
        {{Arithmetic::rotatedTiles, 0}, problem(384)},
        {{Arithmetic::vecmat, 0}, problem(300)},
        {{Arithmetic::vecmatContracted, 0}, problem(300, ElementType::f16)},
        {{Arithmetic::tf32Away, 8}, problem(13)},
        {{Arithmetic::tensorCoreHalf, 16}, problem(40, ElementType::f16)},
        {{Arithmetic::gemm, 4}, problem(0)},
    };
    for (const auto& each : cases) {
        const auto& code = each.first;
        const auto& p = each.second;
        CAPTURE(classId(code, p.type));
        CHECK(coversAll(plan(code, p), p.k));
    }
}

TEST_CASE("gemm lanes hold neighbouring vectors, its chains the tiles") {
    const SumPlan gemm = plan({Arithmetic::gemm, 2}, problem(192));
    CHECK(gemm.chains.chains == 64);
    CHECK(gemm.chains.length == 3);
    CHECK(gemm.chains.together == 2);
    // lane 1, second partial: elements 3, 67, 131
    CHECK(gemm.order[9] == 3);
    CHECK(gemm.order[10] == 67);
    CHECK(gemm.order[11] == 131);
    CHECK(gemm.startOf(0) == 0);
    CHECK(gemm.startOf(6) == 2);
    CHECK(gemm.startOf(7) == 0);  // 3 mod 3 tiles
}

TEST_CASE("tiles rotate by blocks of columns") {
    const SumPlan rotated = plan({Arithmetic::rotatedTiles, 0}, problem(384));
    CHECK(rotated.startOf(127) == 0);
    CHECK(rotated.startOf(128) == 128);
    CHECK(rotated.startOf(256) == 256);
    CHECK(rotated.startOf(384) == 0);
    CHECK(rotated.startOf(512) == 0);
}

TEST_CASE("vecmat blocks are a component of 32 vectors, padded with zeros") {
    const SumPlan vecmat = plan({Arithmetic::vecmat, 0}, problem(132));
    CHECK(vecmat.order.size() == 256);
    CHECK(vecmat.order[1] == 4);
    CHECK(vecmat.order[32] == 1);
    CHECK(vecmat.order[128] == 128);
    CHECK(vecmat.order[129] == SumPlan::kZero);
    CHECK(vecmat.trees.accumulators == 4);
    // Vectors are as wide as divides k.
    const SumPlan narrow = plan({Arithmetic::vecmat, 0}, problem(130));
    CHECK(narrow.trees.accumulators == 2);
    CHECK(narrow.order[1] == 2);
    CHECK(narrow.order[32] == 1);
    CHECK(plan({Arithmetic::vecmat, 0}, problem(9, ElementType::f16)).trees.accumulators == 1);
}

TEST_CASE("tensor-core plans take bits and rounding from the card and are padded to whole groups") {
    const auto result =
        planSums({Arithmetic::tf32Away, 6}, problem(13), TensorCore{19, 8, 8, FinalRounding::nearestEven});
    REQUIRE(result.hasValue());
    CHECK(result.value().order.size() == 18);
    CHECK(result.value().groups.group == 6);
    CHECK(result.value().groups.keptFractionBits == 19);
    CHECK((result.value().groups.rounding == FinalRounding::nearestEven));
}

TEST_CASE("classes that a k does not allow, and numbers beyond the limits, are errors") {
    const auto fails = [](const ClassCode& code, std::size_t k,
                          const std::optional<TensorCore>& core = TensorCore{25, 8, 8}) {
        return !planSums(code, problem(k), core).hasValue();
    };
    CHECK(fails({Arithmetic::partialSums, 4}, 6));
    CHECK(fails({Arithmetic::partialSums, 0}, 6));
    CHECK(fails({Arithmetic::gemm, 4}, 192));
    CHECK(fails({Arithmetic::rotatedTiles, 0}, 200));
    CHECK(fails({Arithmetic::tf32Away, 8}, 8, std::nullopt));
    CHECK(fails({Arithmetic::tf32Away, 0}, 8));
    CHECK(fails({Arithmetic::tf32Away, kLargestGroup + 1}, 8));
    CHECK(fails({Arithmetic::tf32Away, 8}, 8, TensorCore{kMostKeptBits + 1, 8, 8}));
}
