#include "core/read/json_scan.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

using Outcome = ContainerEnd::Outcome;

// "closed 5", "unclosed 3", "malformed 2", "too deep 512".
std::string end(const std::string& text, std::size_t from = 0) {
    const ContainerEnd found = containerEnd(text, from);
    const std::string outcome = found.outcome == Outcome::closed     ? "closed "
                                : found.outcome == Outcome::unclosed ? "unclosed "
                                : found.outcome == Outcome::tooDeep  ? "too deep "
                                                                     : "malformed ";
    return outcome + std::to_string(found.position);
}

}  // namespace

TEST_CASE("a container ends at its own bracket, whatever its strings hold") {
    CHECK(end("{}") == "closed 2");
    CHECK(end("{}{}") == "closed 2");
    CHECK(end("{}{}", 2) == "closed 4");
    CHECK(end(R"({"a":[{"}":"]"}]} x)") == "closed 17");
    CHECK(end(R"({"a":"\"}"})") == "closed 11");
    CHECK(end(R"({"a":"\\"})") == "closed 10");
}

TEST_CASE("a container without its end is unclosed, with a wrong bracket malformed") {
    CHECK(end("{") == "unclosed 1");
    CHECK(end("{[}") == "malformed 2");
    CHECK(end("{]") == "malformed 1");
    CHECK(end(R"({"a)") == "unclosed 3");
    CHECK(end(R"({"a\)") == "unclosed 4");
    CHECK(end("{\"a\n\"}") == "unclosed 6");
    CHECK(end(std::string(kMaxScanDepth, '[') + std::string(kMaxScanDepth, ']')) ==
          "closed " + std::to_string(2 * kMaxScanDepth));
    CHECK(end(std::string(100'000, '[')) == "too deep " + std::to_string(kMaxScanDepth));
}

TEST_CASE("a record may start at a key member or behind an object") {
    CHECK(nextRecordStart(R"(text {"key":1)", 0) == 5);
    CHECK(nextRecordStart(R"(text { "key" : 1)", 0) == 5);
    CHECK(nextRecordStart(R"({"key":1{"key":2)", 1) == 8);
    CHECK(nextRecordStart(R"(} {"b":1)", 0) == 2);
    CHECK(nextRecordStart(R"(},{"b":1)", 0) == std::string::npos);
    CHECK(nextRecordStart(R"({"keys":1})", 0) == std::string::npos);
    CHECK(nextRecordStart(R"("{\"key\":1}")", 0) == std::string::npos);
    CHECK(nextRecordStart(R"({"key")", 0) == std::string::npos);
    CHECK(nextRecordStart("", 0) == std::string::npos);
    CHECK(nextRecordStart("x", 5) == std::string::npos);
}

TEST_CASE("only a key member counts inside other text") {
    CHECK(nextKeyMember(R"(text {"a":1} {"key":1)", 0) == 13);
    CHECK(nextKeyMember(R"({} {"a":1})", 0) == std::string::npos);
}

TEST_CASE("a member's text is given as written") {
    const std::string object = R"({"a" : 1.50 , "b":{"c":[1, 2]},"d":"x\"y","a":2,"e":null})";
    CHECK(rawMember(object, "a") == "1.50");
    CHECK(rawMember(object, "b") == R"({"c":[1, 2]})");
    CHECK(rawMember(object, "d") == R"("x\"y")");
    CHECK(rawMember(object, "e") == "null");
    CHECK_FALSE(rawMember(object, "c"));
    CHECK_FALSE(rawMember("{}", "a"));
}

TEST_CASE("text that is no object has no members and is never read beyond its end") {
    const std::string object = R"({"a":{"b":[1,"x"]},"c":2})";
    for (std::size_t length = 0; length < object.size(); ++length) {
        const auto found = rawMember(std::string(object, 0, length), "c");
        CHECK((!found || *found == "2"));
    }
    CHECK_FALSE(rawMember("{\"a\"", "a"));
    CHECK_FALSE(rawMember("{\"a\":", "a"));
    CHECK_FALSE(rawMember("", "a"));
}
