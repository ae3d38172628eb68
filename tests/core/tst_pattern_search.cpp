#include "core/analyse/pattern_search.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string found(const std::string& regex, std::string_view text, PatternMatch match = PatternMatch::first,
                  std::size_t n = 1) {
    const auto search = PatternSearch::compile(regex);
    if (!search) return "error: " + search.errorMessage();
    const auto result = search.value().find(text, match, n);
    if (!result) return "error: " + result.errorMessage();
    if (!result.value().value) return "nothing";
    return std::string(*result.value().value);
}

}  // namespace

TEST_CASE("the value is the first group that takes part, else the whole match") {
    CHECK(found("loss (\\S+)", "step 0 loss 2.5\n") == "2.5");
    CHECK(found("PASS|FAIL", "it is a FAIL") == "FAIL");
    CHECK(found("(a)x|(b)y", "by") == "b");
    CHECK(found("x(y)?", "x").empty());
    CHECK(found("loss", "nothing here") == "nothing");
}

TEST_CASE("^ and $ stand at every line, also with CRLF") {
    CHECK(found("^loss (.*)$", "a\nloss 1\r\nloss 2") == "1");
    CHECK(found("^second", "first\rsecond") == "second");
}

TEST_CASE("first, last and n-th match") {
    const std::string text = "l 1\nl 2\nl 3\n";
    CHECK(found("l (\\d)", text, PatternMatch::first) == "1");
    CHECK(found("l (\\d)", text, PatternMatch::last) == "3");
    CHECK(found("l (\\d)", text, PatternMatch::nth, 2) == "2");
    CHECK(found("l (\\d)", text, PatternMatch::nth, 4) == "nothing");
}

TEST_CASE("empty matches do not stop the search") {
    CHECK(found("x*", "axxb", PatternMatch::nth, 2) == "xx");
    CHECK(found("", "ab", PatternMatch::last).empty());
    CHECK(found("^", "a\nb\n", PatternMatch::nth, 2).empty());
}

TEST_CASE("a regex that does not compile names the position") {
    CHECK(found("loss (", "").starts_with("error: pattern: missing closing parenthesis at position 7"));
    CHECK(found("[z-a]", "").find("position") != std::string::npos);
    CHECK(found(std::string(100'000, 'a'), "").starts_with("error: pattern: longer than"));
    CHECK(found("\xff", "").starts_with("error: pattern:"));
}

TEST_CASE("long lines and hostile regexes end with an answer") {
    const std::string line(std::size_t{4} << 20, 'a');
    CHECK(found("^(a+)$", line).size() == line.size());
    CHECK(found("(?:a|b)*c", line) == "nothing");
    CHECK(found("(?:a|b)*[cd]", line + "!").find("too much work") != std::string::npos);
    CHECK(found("(a+)+$", std::string(40, 'a') + "!").starts_with("error: the pattern takes too much work"));
}

TEST_CASE("text that is no UTF-8 is searched") {
    CHECK(found("v=(\\d+)", std::string_view("\xff\xfe\0v=12", 7)) == "12");
    CHECK(found("t (\\d+ µs)", "t 3 µs") == "3 µs");
    CHECK(found("a", std::string_view()) == "nothing");
}
