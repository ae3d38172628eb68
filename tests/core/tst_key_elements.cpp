#include "core/model/key_elements.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string name(const std::string& json) {
    const auto value = parseKeyJson(json);
    REQUIRE(value);
    return elementName(&*value);
}

MatrixLayout layout(const std::string& json) {
    const auto value = parseKeyJson(json);
    REQUIRE(value);
    return matrixLayout(&*value);
}

}  // namespace

TEST_CASE("an element type has one name in every version's spelling") {
    for (const std::string json : {R"({"Float":"F32"})", R"({"Scalar":{"Float":"F32"}})", R"("F32")",
                                   R"({"elem":{"Float":"F32"},"quantized":false})"}) {
        CHECK(name(json) == "f32");
    }
    CHECK(name(R"({"elem":{"Float":"F32"},"quantized":true})") == "qf32");
    CHECK(name(R"({"Int":"I64"})") == "i64");
    CHECK(name(R"({"Packed":[{"Float":"E2M1"},2]})") == "e2m1 packed");
    CHECK(name(R"({"Atomic":{"Float":"F32"}})") == "atomic f32");
    CHECK(name(R"({"Bool":"Native"})") == "bool");
    CHECK(name(R"("Bool")") == "bool");
    CHECK(name(R"({"QFloat":{"scheme":1}})") == "qfloat");
    CHECK(name(R"({"Complex":"C32"})") == "c32");
}

TEST_CASE("what is no element type has no name") {
    CHECK(elementName(nullptr).empty());
    CHECK(name("7").empty());
    CHECK(name("{}").empty());
    CHECK(name(R"({"a":"F32","b":1})").empty());
    CHECK(name(R"("F\n32")").empty());
    CHECK(name("\"" + std::string(1000, 'f') + "\"").size() <= 24);
}

TEST_CASE("float types are recognised, a quantised one is another") {
    CHECK((elementTypeOf("f64") == ElementType::f64));
    CHECK((elementTypeOf("f32") == ElementType::f32));
    CHECK((elementTypeOf("tf32") == ElementType::tf32));
    CHECK((elementTypeOf("flex32") == ElementType::flex32));
    CHECK((elementTypeOf("f16") == ElementType::f16));
    CHECK((elementTypeOf("bf16") == ElementType::bf16));
    CHECK((elementTypeOf("qf32") == ElementType::other));
    CHECK((elementTypeOf("i8") == ElementType::other));
    CHECK((elementTypeOf("") == ElementType::other));
}

TEST_CASE("layouts are read, a swapped batch apart") {
    CHECK(layout(R"("Contiguous")") == MatrixLayout::rowMajor);
    CHECK(layout(R"("HighlyPermuted")") == MatrixLayout::permuted);
    CHECK(layout(R"({"MildlyPermuted":{"transposed":true,"batch_swap":false}})") == MatrixLayout::transposed);
    CHECK(layout(R"({"MildlyPermuted":{"transposed":false,"batch_swap":true}})") == MatrixLayout::rowMajor);
    CHECK(layout(R"({"MildlyPermuted":{"transposed":1}})") == MatrixLayout::unknown);
    CHECK(layout(R"("Spiral")") == MatrixLayout::unknown);
    CHECK(matrixLayout(nullptr) == MatrixLayout::unknown);
    const auto swapped = parseKeyJson(R"({"MildlyPermuted":{"transposed":false,"batch_swap":true}})");
    CHECK(hasSwappedBatch(&*swapped));
    CHECK_FALSE(hasSwappedBatch(nullptr));
}
