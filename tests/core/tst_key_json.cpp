#include "core/model/key_json.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string canonical(const std::string& text) {
    const auto value = parseKeyJson(text);
    return value ? canonicalJson(*value) : "not JSON";
}

}  // namespace

TEST_CASE("canonical text sorts members at every depth and drops space") {
    CHECK(canonical(R"( { "b" : { "z" : 1 , "y" : [ true , null ] } , "a" : "x y" } )") ==
          R"({"a":"x y","b":{"y":[true,null],"z":1}})");
    CHECK(canonical("{}") == "{}");
    CHECK(canonical(R"([[],{},""])") == R"([[],{},""])");
    CHECK(canonical(R"({"a":1,"a":2})") == R"({"a":1,"a":2})");
    CHECK(canonical(R"({"a":2,"a":1})") == R"({"a":2,"a":1})");
}

TEST_CASE("numbers stay as written") {
    CHECK(canonical("[18446744073709551615,-9223372036854775808,9007199254740993]") ==
          "[18446744073709551615,-9223372036854775808,9007199254740993]");
    CHECK(canonical("[0.8,1e-6,1.50,100000000000000000000]") == "[0.8,1e-6,1.50,100000000000000000000]");
}

TEST_CASE("one string has one spelling") {
    CHECK(canonical(R"(["\u0041\/"])") == R"(["A/"])");
    CHECK(canonical(R"(["\u001b\n\"\\ é"])") == R"(["\u001b\n\"\\ é"])");
}

TEST_CASE("what is no JSON gives no tree") {
    for (const std::string text : {"", " ", "{", "{}{}", "{'a':1}", "[1,]", "nan", "\"\xFF\"", "{\"a\":01}"}) {
        CHECK_FALSE(parseKeyJson(text));
    }
}

TEST_CASE("nesting is limited") {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(parseKeyJson(nested(kMaxKeyDepth)));
    CHECK_FALSE(parseKeyJson(nested(kMaxKeyDepth + 1)));
    CHECK_FALSE(parseKeyJson(nested(1'000'000)));
}

TEST_CASE("members are found, integers read") {
    const auto value = parseKeyJson(R"({"n":7,"big":18446744073709551615,"f":1.5,"neg":-1,"t":true,"s":"7"})");
    REQUIRE(value);
    CHECK(value->find("n")->asUnsigned() == 7U);
    CHECK(value->find("big")->asUnsigned() == 18446744073709551615U);
    CHECK_FALSE(value->find("f")->asUnsigned());
    CHECK_FALSE(value->find("neg")->asUnsigned());
    CHECK_FALSE(value->find("s")->asUnsigned());
    CHECK(value->find("t")->isTrue());
    CHECK_FALSE(value->find("n")->isTrue());
    CHECK(value->has("s"));
    CHECK_FALSE(value->has("x"));
    CHECK(value->find("n")->find("x") == nullptr);
}
