#include "core/model/matmul_key.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::optional<MatmulProblem> problem(const std::string& json) {
    const auto key = parseKeyJson(json);
    REQUIRE(key);
    return readMatmulProblem(*key);
}

}  // namespace

TEST_CASE("a fused key gives the problem of its matmul") {
    const auto read = problem(
        R"({"matmul_key":{"definition":{"m":1,"n":2,"k":3,"elem_lhs":{"Float":"F16"},"elem_rhs":{"Float":"BF16"},)"
        R"("elem_out":{"Float":"F32"},"lhs_storage":{"Tiled":{"tile":[4],"order":[0]}},"rhs_storage":"Plain"},)"
        R"("analysis":{"scale_global":"Small","kind":"MatVec"}},"num_ops":1})");
    REQUIRE(read);
    CHECK(read->m == 1);
    CHECK(read->n == 2);
    CHECK(read->k == 3);
    CHECK((read->lhs == ElementType::f16));
    CHECK((read->rhs == ElementType::bf16));
    CHECK((read->out == ElementType::f32));
    CHECK(read->scale == "Small");
    CHECK(read->kind == "MatVec");
    CHECK(read->storageTiled);
}

TEST_CASE("members an older version does not write keep their defaults") {
    const auto v06 = problem(R"({"definition":{"m":4,"n":5,"k":6,"lhs_pow2_factor":2,"elem_lhs":{"Float":"F32"}}})");
    REQUIRE(v06);
    CHECK(v06->lhsStrideFactor == 0);
    CHECK(v06->lhsPow2Factor == 2);
    CHECK((v06->lhs == ElementType::f32));
    CHECK((v06->rhs == ElementType::other));
    CHECK(v06->lhsLayout == MatrixLayout::unknown);
    CHECK(v06->kind.empty());
    CHECK_FALSE(v06->storageTiled);
    const auto v05 = problem(R"({"m":4,"n":5,"k":6,"elem_inputs":{"Float":"F16"},"elem_output":{"Float":"F32"}})");
    REQUIRE(v05);
    CHECK((v05->rhs == ElementType::f16));
    CHECK((v05->out == ElementType::f32));
    const auto v04 = problem(R"({"Matmul":{"m":4,"n":5,"k":6,"dtype":"F64"}})");
    REQUIRE(v04);
    CHECK((v04->out == ElementType::f64));
}

TEST_CASE("sizes that are no sizes give no problem") {
    CHECK_FALSE(problem(R"({"definition":{"m":-1,"n":2,"k":3}})"));
    CHECK_FALSE(problem(R"({"definition":{"m":1.5,"n":2,"k":3}})"));
    CHECK_FALSE(problem(R"({"definition":{"m":1,"n":2}})"));
    CHECK_FALSE(problem(R"({"m":1,"n":2,"k":3})"));
    CHECK_FALSE(problem("[]"));
    CHECK(problem(R"({"definition":{"m":1,"n":2,"k":18446744073709551615,"lhs_stride_factor":99999999999}})")
              ->lhsStrideFactor == 4294967295U);
}

TEST_CASE("the definition is found where each version puts it") {
    const auto nested = parseKeyJson(R"({"definition":{"m":1,"n":2,"k":3}})");
    CHECK(matmulDefinition(*nested) == nested->find("definition"));
    const auto other = parseKeyJson(R"({"definition":{"m":1}})");
    CHECK(matmulDefinition(*other) == nullptr);
}
