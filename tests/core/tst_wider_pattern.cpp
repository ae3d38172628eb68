#include "core/analyse/wider_pattern.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Text of each run's only output; the pattern's values and what a wider one gains, as text.
std::string gained(const std::vector<std::string>& outputs, const OutcomePattern& pattern) {
    const Dataset dataset = testing::runsWithOutputs(outputs);
    const auto values = valuesByPattern(dataset, testing::allRuns(dataset), pattern);
    if (!values) return values.errorMessage();
    const std::optional<WiderPattern>& wider = values.value().wider;
    if (!wider) return "none";
    std::string text = wider->regex;
    for (std::size_t i = 0; i < wider->gained.size(); ++i)
        text += " " + std::to_string(wider->gained[i]) + "=" + wider->values[i];
    return text;
}

OutcomePattern first(const std::string& regex) {
    return {regex, PatternMatch::first, 1};
}

}  // namespace

TEST_CASE("only a group that takes numbers is widened") {
    CHECK(withAnyWord("loss ([0-9.]+)") == "loss (\\S+)");
    CHECK(withAnyWord("a\\(b (\\d+\\.\\d+) c") == "a\\(b (\\S+) c");
    CHECK(withAnyWord("loss ([-+0-9.eE]+), (x)") == "loss (\\S+), (x)");
    CHECK(withAnyWord("(?:step|iter) ([0-9]+(?:\\.[0-9]+)?)") == "(?:step|iter) (\\S+)");
    CHECK(withAnyWord("[(] ([0-9]+)") == "[(] (\\S+)");
    CHECK_FALSE(withAnyWord("loss (\\S+)"));
    CHECK_FALSE(withAnyWord("loss ([a-z]+)"));
    CHECK_FALSE(withAnyWord("loss [0-9]+"));
    CHECK_FALSE(withAnyWord("loss ([0-9"));
    CHECK_FALSE(withAnyWord(""));
}

TEST_CASE("runs whose value is no row of digits are found by the wider pattern") {
    CHECK(gained({"loss 7.5\n", "loss NaN\n", "loss inf\n", "quiet\n"}, first("loss ([0-9.]+)")) ==
          "loss (\\S+) 1=NaN 2=inf");
}

TEST_CASE("nothing missed, nothing offered") {
    CHECK(gained({"loss 7.5\n", "loss 8\n"}, first("loss ([0-9.]+)")) == "none");
    CHECK(gained({"loss 7.5\n", "quiet\n"}, first("loss ([0-9.]+)")) == "none");
}

TEST_CASE("a last match that passed over NaN to an earlier number is told") {
    CHECK(gained({"loss 7.5\nloss 7.4\n", "loss 7.5\nloss NaN\n"}, {"loss ([0-9.]+)", PatternMatch::last, 1}) ==
          "loss (\\S+) 1=NaN");
}

TEST_CASE("a wider pattern that would change other values is not offered") {
    CHECK(gained({"loss 7.5s\n", "loss NaN\n"}, first("loss ([0-9.]+)")) == "none");
    CHECK(gained({"loss 7.5,\n", "loss NaN\n"}, first("loss ([0-9.]+)")) == "loss (\\S+) 1=NaN");
}

TEST_CASE("a pattern that cuts numbers until all are equal says what takes the whole ones") {
    CHECK(gained({"quiet\n", "loss 7.0625\n", "loss 7.06\n"}, first("loss (\\d+)")) ==
          "pattern loss (\\d+): gives “7” in all 2 runs, but the number goes on, as in “7.0625”; loss (\\S+) takes all "
          "of "
          "it");
    CHECK(gained({"loss 7.5\n", "loss 7.5\n"}, first("loss (\\d+)")) == "none");
    CHECK(gained({"loss 7.5\n"}, first("loss (\\d+)")) == "none");
    CHECK(gained({"loss 7.5\n", "loss 8.5\n"}, first("loss (\\d+)")) == "none");
}

TEST_CASE("a pattern that matches nowhere says what the wider one finds") {
    CHECK(gained({"loss NaN\n", "loss NaN\n"}, first("loss ([0-9.]+)")) ==
          "pattern loss ([0-9.]+): matches in the output of none of the 2 runs; loss (\\S+) does in 2 of them (NaN)");
    CHECK(gained({"loss 1\n"}, first("")).find("the pattern is empty") == 0);
}
