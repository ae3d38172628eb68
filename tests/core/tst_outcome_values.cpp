#include "core/analyse/outcomes.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Dataset datasetOf(const std::vector<std::vector<std::pair<std::string, std::string>>>& runs) {
    Dataset dataset;
    for (const auto& outputs : runs) {
        Run run;
        run.id = "run" + std::to_string(dataset.runs.size() + 1);
        for (const auto& [name, text] : outputs)
            run.outputs.push_back({run.id + "/" + name, text, false});
        dataset.runs.push_back(std::move(run));
    }
    return dataset;
}

std::vector<RunIndex> all(const Dataset& dataset) {
    std::vector<RunIndex> runs;
    for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
        runs.push_back(RunIndex{i});
    return runs;
}

std::string shown(const Result<OutcomeValues>& values) {
    if (!values) return "error: " + values.errorMessage();
    std::string text;
    for (const auto& value : values.value().values)
        text += "[" + value.value_or("?") + "]";
    return text;
}

}  // namespace

TEST_CASE("a run without the match has no value") {
    const Dataset dataset = datasetOf({{{"stdout.log", "loss 1\nloss 2\n"}}, {{"stdout.log", "died"}}, {}});
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"loss (\\S+)", PatternMatch::first, 1})) == "[1][?][?]");
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"loss (\\S+)", PatternMatch::last, 1})) == "[2][?][?]");
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"loss (\\S+)", PatternMatch::nth, 2})) == "[2][?][?]");
}

TEST_CASE("matches are counted over all outputs, stdout first") {
    const Dataset dataset = datasetOf({{{"stderr.log", "v 3\nv 4\n"}, {"stdout.log", "v 1\nv 2\n"}}});
    const auto value = [&](PatternMatch match, std::size_t n) {
        return shown(valuesByPattern(dataset, all(dataset), {"v (\\d)", match, n}));
    };
    CHECK(value(PatternMatch::first, 1) == "[1]");
    CHECK(value(PatternMatch::last, 1) == "[4]");
    CHECK(value(PatternMatch::nth, 3) == "[3]");
    CHECK(value(PatternMatch::nth, 4) == "[4]");
    CHECK(value(PatternMatch::nth, 5) == "error: pattern v (\\d) (match 5): no run has so many matches");
    CHECK(value(PatternMatch::nth, 0) == "error: matches are counted from 1");
}

TEST_CASE("a last match in an earlier file counts when later files have none") {
    const Dataset dataset = datasetOf({{{"stdout.log", "v 1\nv 2\n"}, {"stderr.log", "nothing"}}});
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"v (\\d)", PatternMatch::last, 1})) == "[2]");
}

TEST_CASE("a pattern that matches nowhere, and runs without output, are errors that say so") {
    const Dataset dataset = datasetOf({{{"stdout.log", "a"}}, {{"stdout.log", "b"}}});
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"loss", PatternMatch::first, 1})) ==
          "error: pattern loss: matches in the output of none of the 2 runs");
    const Dataset silent = datasetOf({{}, {}});
    CHECK(shown(valuesByPattern(silent, all(silent), {"loss", PatternMatch::first, 1})) ==
          "error: pattern \"loss\": the runs have no text output to search");
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"(", PatternMatch::first, 1})).find("position 2") !=
          std::string::npos);
}

TEST_CASE("only the chosen runs are asked, in their order") {
    const Dataset dataset = datasetOf({{{"o.txt", "v 1"}}, {{"o.txt", "v 2"}}, {{"o.txt", "v 3"}}});
    CHECK(shown(valuesByPattern(dataset, {RunIndex{2}, RunIndex{0}}, {"v (\\d)", PatternMatch::first, 1})) == "[3][1]");
}

TEST_CASE("a file on which the pattern works too long is named") {
    const Dataset dataset = datasetOf({{{"stdout.log", std::string(40, 'a') + "!"}}});
    CHECK(shown(valuesByPattern(dataset, all(dataset), {"(a+)+$", PatternMatch::first, 1}))
              .starts_with("error: run1/stdout.log: the pattern takes too much work"));
}

TEST_CASE("exit statuses are outcomes, unknown ones no label") {
    Dataset dataset = datasetOf({{}, {}, {}});
    dataset.runs[0].exitStatus = 0;
    dataset.runs[2].exitStatus = 101;
    const OutcomeValues values = valuesByExitStatus(dataset, all(dataset));
    CHECK(shown(values) == "[exit 0][?][exit 101]");
    CHECK(values.source == "exit status");
}

TEST_CASE("runs that hold more matches than the first are counted, and a missing group is said") {
    const Dataset dataset = datasetOf({{{"o.txt", "v 1\nv 2"}}, {{"o.txt", "v 3"}}});
    const auto values = valuesByPattern(dataset, all(dataset), {"v \\d", PatternMatch::first, 1});
    REQUIRE(values);
    CHECK(values.value().runsWithMoreMatches == 1);
    CHECK(values.value().source.find("the whole match is the value") != std::string::npos);
    const auto last = valuesByPattern(dataset, all(dataset), {"v (\\d)", PatternMatch::last, 1});
    REQUIRE(last);
    CHECK(last.value().runsWithMoreMatches == 0);
    CHECK(last.value().source == "pattern v (\\d) (last match)");
}
