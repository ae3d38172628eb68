#include "core/report/json_writer.h"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace flipscope;
using json::Json;

TEST_CASE("a document starts with schema and command, an item of an array stands on a line") {
    JsonWriter writer("test");
    writer.add("answer", {{"b", 1}, {"a", nullptr}});
    writer.addArray("items", 2, [](std::size_t i) { return Json{i, i + 1}; });
    writer.addArray("none", 0, [](std::size_t) { return Json(); });
    const std::string text = writer.take();
    CHECK(text ==
          "{\n\"schema\": \"flipscope/1\",\n\"command\": \"test\",\n\"answer\": {\"b\":1,\"a\":null},\n"
          "\"items\": [\n  [0,1],\n  [1,2]\n],\n\"none\": []\n}\n");
    CHECK(Json::parse(text)["items"][1][0] == 1);
}

TEST_CASE("invalid UTF-8 of names is replaced, control characters are escaped") {
    CHECK(json::oneLine({{"name", "a\xff\x1b\"\n"}}) == "{\"name\":\"a\xEF\xBF\xBD\\u001b\\\"\\n\"}");
}

TEST_CASE("what a terminal obeys or that shows text in another order is escaped, and reads back the same") {
    const std::string hostile = "a\x7f\xc2\x9b[31m\xe2\x80\xae\xe2\x81\xa6z\xf0\x9f\x98\x80\xc3\xa9";
    const std::string text = json::oneLine({{"\xc2\x9b", hostile}});
    CHECK(text == "{\"\\u009b\":\"a\\u007f\\u009b[31m\\u202e\\u2066z\xf0\x9f\x98\x80\xc3\xa9\"}");
    CHECK(Json::parse(text)["\xc2\x9b"] == hostile);
}

TEST_CASE("members are appended in order") {
    Json object = Json::object();
    json::append(object, "z", 1);
    json::append(object, "a", 2);
    CHECK(json::oneLine(object) == "{\"z\":1,\"a\":2}");
    CHECK(object["a"] == 2);
}

TEST_CASE("a long array is the same text as a plain one, and an exception comes out") {
    const auto number = [](std::size_t i) { return json::Json(i); };
    for (const std::size_t count : {0U, 1U, 64U, 200U}) {
        JsonWriter plain("x"), parallel("x");
        plain.addArray("items", count, number);
        parallel.addLongArray("items", count, number);
        CHECK(plain.take() == parallel.take());
    }
    JsonWriter writer("x");
    CHECK_THROWS_AS(writer.addLongArray("items", 100,
                                        [](std::size_t i) -> json::Json {
                                            if (i == 70) throw std::runtime_error("seventy");
                                            return i;
                                        }),
                    std::runtime_error);
}
