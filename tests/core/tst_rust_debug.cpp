#include "core/read/rust_debug.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string json(std::string_view text) {
    return jsonFromRustDebug(text).value_or("none");
}

}  // namespace

TEST_CASE("scalars become what serde writes") {
    CHECK(json("5") == "5");
    CHECK(json("18446744073709551615") == "18446744073709551615");
    CHECK(json("-3") == "-3");
    CHECK(json("61791085714285.71") == "61791085714285.71");
    CHECK(json("1e-7") == "1e-7");
    CHECK(json("true") == "true");
    CHECK(json("NaN") == "null");
    CHECK(json("-inf") == "null");
    CHECK(json("()") == "null");
    CHECK(json("7.324\xc2\xb5s") == R"({"secs":0,"nanos":7324})");
}

TEST_CASE("options disappear") {
    CHECK(json("None") == "null");
    CHECK(json("Some(4)") == "4");
    CHECK(json("Some(7.324\xc2\xb5s)") == R"({"secs":0,"nanos":7324})");
}

TEST_CASE("strings are unescaped the Rust way and escaped the JSON way") {
    CHECK(json(R"("a\"b\\c\n\u{e9}\u{1f600}'")") == "\"a\\\"b\\\\c\\n\xc3\xa9\xf0\x9f\x98\x80'\"");
    CHECK(json(R"('\'')") == "\"'\"");
    CHECK(json(R"("\u{d800}")") == "\"\xef\xbf\xbd\"");
    CHECK(json("\"\xff\"") == "\"\xef\xbf\xbd\"");
    CHECK(json(R"("a\qb")") == "none");
    CHECK(json(R"("\u{110000000}")") == "none");
    CHECK(json(R"("open)") == "none");
}

TEST_CASE("variants, tuples and lists") {
    CHECK(json("Contiguous") == R"("Contiguous")");
    CHECK(json("Float(F32)") == R"({"Float":"F32"})");
    CHECK(json("Scalar(Float(F32))") == R"({"Scalar":{"Float":"F32"}})");
    CHECK(json("Packed(Int(I8), 4)") == R"({"Packed":[{"Int":"I8"},4]})");
    CHECK(json("Block([16, 16])") == R"({"Block":[16,16]})");
    CHECK(json("[]") == "[]");
    CHECK(json("[(1, 1), (0, 2)]") == "[[1,1],[0,2]]");
    CHECK(json("(3,)") == "[3]");
}

TEST_CASE("a braced value is a struct unless its field says nothing of it") {
    CHECK(json("Problem { m: 64, transposed: false }") == R"({"m":64,"transposed":false})");
    CHECK(json("P { matrix_layout_lhs: MildlyPermuted { transposed: true, batch_swap: false } }") ==
          R"({"matrix_layout_lhs":{"MildlyPermuted":{"transposed":true,"batch_swap":false}}})");
    CHECK(json("P { lhs_storage: Tiled { tile: [8, 8], order: [0, 1] } }") ==
          R"({"lhs_storage":{"Tiled":{"tile":[8,8],"order":[0,1]}}})");
    CHECK(json("P { elem_lhs: MatmulElemType { elem: Float(F32), quantized: false } }") ==
          R"({"elem_lhs":{"elem":{"Float":"F32"},"quantized":false}})");
    CHECK(json("B { bounds: [AutotuneBound { threshold: 0.8 }] }") == R"({"bounds":[{"threshold":0.8}]})");
    CHECK(json("P { dtype: QFloat(QuantScheme { level: Tensor }) }") == R"({"dtype":{"QFloat":{"level":"Tensor"}}})");
    CHECK(json("P { limit: Some(Limit { a: 1 }), }") == R"({"limit":{"a":1}})");
}

TEST_CASE("a known variant keeps its name") {
    CHECK(jsonFromRustVariant(R"(Skip { name: "matmul_naive" })") == R"({"Skip":{"name":"matmul_naive"}})");
    CHECK(jsonFromRustVariant("Skip") == R"("Skip")");
    CHECK(jsonFromRustVariant(R"(Unknown("bad"))") == R"({"Unknown":"bad"})");
    CHECK_FALSE(jsonFromRustVariant("Skip { name: \"a\" } tail").has_value());
}

TEST_CASE("a value is taken off the front") {
    std::string_view text = "Problem { m: 1 }, Analysis: x";
    CHECK(takeRustDebugValue(text, "problem") == R"({"m":1})");
    CHECK(text == ", Analysis: x");
}

TEST_CASE("text that is no Debug text is refused") {
    for (const std::string_view text : {"", "P {", "P { m }", "P { m: }", "P { m: 1", "P { m: 1 } x", "[1, 2", "[1 2]",
                                        "(", "Float(", "Float(F32", "{1: 2}", "-", "1.2.3", "01", ", ", "a b"}) {
        CAPTURE(text);
        CHECK(json(text) == "none");
    }
}

TEST_CASE("nesting is followed only so deep") {
    CHECK(json(std::string(kMaxDebugDepth, '[') + std::string(kMaxDebugDepth, ']')) != "none");
    CHECK(json(std::string(kMaxDebugDepth + 1, '[') + std::string(kMaxDebugDepth + 1, ']')) == "none");
    CHECK(json(std::string(1'000'000, '[')) == "none");
}

TEST_CASE("JSON strings are always valid") {
    CHECK(jsonString("a\"\n\x01") == R"("a\"\n\u0001")");
    CHECK(jsonString("\xc3") == "\"\xef\xbf\xbd\"");
}
