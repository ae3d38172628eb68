#include "core/analyse/suggested_pattern.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// The patterns suggested for the fields that vary, in output order.
std::vector<std::string> suggested(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    const auto runs = testing::allRuns(dataset);
    const auto outputs = alignOutputs(dataset, runs);
    std::vector<std::string> patterns;
    for (const VaryingField& field : findVaryingFields(outputs))
        patterns.push_back(suggestPattern(dataset, runs, outputs, field));
    return patterns;
}

using Patterns = std::vector<std::string>;

}  // namespace

TEST_CASE("special characters are escaped, blanks can stand for any number of them") {
    CHECK(escapedForRegex("a.b|c(d)", false) == R"(a\.b\|c\(d\))");
    CHECK(escapedForRegex("a   b\t", true) == "a +b\\t");
    CHECK(escapedForRegex("", true).empty());
}

TEST_CASE("the line from its beginning to the value") {
    CHECK(suggested({"step 0: loss 1.5 x\nz\n", "step 0: loss 2.5 x\nz\n"}) == Patterns{R"(^step 0: loss (\S+))"});
    CHECK(suggested({"{\"a\":1,\"b\":2}\nz\n", "{\"a\":1,\"b\":3}\nz\n"}) ==
          Patterns{R"re(^\{"a":1,"b":([^\s,;:()\[\]{}"'|]+))re"});
}

TEST_CASE("a unit behind the number is left out") {
    const Patterns patterns = suggested({"after 4.35s,\nz\n", "after 4.1s,\nz\n"});
    REQUIRE(patterns.size() == 1);
    CHECK(patterns[0].starts_with("^after ([-+]?"));
}

TEST_CASE("lines that only what stands behind the value tells apart: the whole line") {
    const auto text = [](const std::string& first, const std::string& second) {
        return "{'loss': " + first + ", 'grad': 0.5, 'epoch': 0.1}\n{'loss': " + second +
               ", 'grad': 0.5, 'epoch': 0.2}\nz\n";
    };
    const Patterns patterns = suggested({text("1.8", "1.5"), text("1.8", "2.5")});
    REQUIRE(patterns.size() == 1);
    CHECK(patterns[0] == R"re(^\{'loss': (\S+), 'grad': 0\.5, 'epoch': 0\.2\}\s*?$)re");
    // Other words of the line that vary are any; behind the value no word need be alone.
    const auto steps = [](const std::string& first, const std::string& second, const std::string& rate) {
        return "loss=" + first + " lr=" + rate + " step=5\nloss=" + second + " lr=" + rate + " step=10\nz\n";
    };
    const Patterns both = suggested({steps("1.8", "1.5", "1e-4"), steps("1.9", "2.5", "2e-4")});
    REQUIRE(both.size() == 4);
    CHECK(both[0] == R"(^loss=(\S+))");
    CHECK(both[2] == R"(^loss=(\S+) lr=\S+? step=10\s*?$)");
    CHECK(both[3] == R"(^loss=\S+? lr=(\S+))");  // as in the first line
}

TEST_CASE("the n-th of equal lines") {
    const Patterns patterns = suggested({"v 1\nv 1\nv 1\nz\n", "v 1\nv 1\nv 2\nz\n"});
    CHECK(patterns == Patterns{R"(\A(?s:(?>.*?^v ){2}.*?)^v (\S+))"});
}

TEST_CASE("padding that varies") {
    CHECK(suggested({"v   1\nz\n", "v  10\nz\n"}) == Patterns{R"(^v +(\S+))"});
}

TEST_CASE("a line that some runs lack") {
    CHECK(suggested({"a\nNaN found\nz\n", "a\nz\n"}) == Patterns{R"(\A(?s:.*?)^(NaN found)|\A())", ""});
}

TEST_CASE("the last line, and nothing where no pattern gives the values") {
    const Patterns patterns = suggested({"a\nall is done\n", "a\nit broke early here\n"});
    REQUIRE(patterns.size() == 3);
    CHECK(patterns[2] == R"(([^\r\n]*\S)\s*\z)");
    // A number of lines is in no line.
    CHECK(suggested({"w 1.5\nw 1.5\nz\n", "w 1.5\nz\n"}) == Patterns{"", ""});
    // The line is preceded by an escape sequence in the text.
    CHECK(suggested({"\x1b[0mv 1\nz\n", "\x1b[1mv 2\nz\n"}).back().empty());
}
