#include "core/analyse/line_alignment.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// A row an aligned line, the texts of the runs beside each other.
std::string shown(const AlignedOutput& output) {
    std::string text;
    for (const AlignedLine& line : output.aligned) {
        for (const std::uint32_t one : line.ofRun)
            text += "[" + (one == kNoLine ? std::string() : std::string(output.lines[one].text)) + "]";
        text += "\n";
    }
    return text;
}

std::string aligned(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    return outputs.empty() ? "" : shown(outputs[0]);
}

}  // namespace

TEST_CASE("inserted and missing lines cost only themselves") {
    CHECK(aligned({"a 1\nb 2\nc 3\n", "a 1\nwarning!\nb 5\nc 3\n", "a 1\nc 4\n"}) ==
          "[a 1][a 1][a 1]\n[][warning!][]\n[b 2][b 5][]\n[c 3][c 3][c 4]\n");
}

TEST_CASE("lines of one form are matched by what names them, in any order") {
    CHECK(aligned({"x 1 v 0.5\nx 2 v 0.6\n", "x 2 v 0.7\nx 1 v 0.8\n"}) ==
          "[x 1 v 0.5][x 1 v 0.8]\n[x 2 v 0.6][x 2 v 0.7]\n");
    CHECK(aligned({"step 0 v 5\nstep 10 v 6\nstep 20 v 7\n", "step 0 v 5\nstep 20 v 8\n"}) ==
          "[step 0 v 5][step 0 v 5]\n[step 10 v 6][]\n[step 20 v 7][step 20 v 8]\n");
}

TEST_CASE("lines that nothing names are matched by order") {
    const Dataset dataset = testing::runsWithOutputs({"took 1.5\ntook 1.5\n", "took 1.5\ntook 2.5\n"});
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    REQUIRE(outputs.size() == 1);
    CHECK(shown(outputs[0]) == "[took 1.5][took 1.5]\n[took 1.5][took 2.5]\n");
    CHECK(outputs[0].aligned[1].occurrence == 1);
    CHECK(outputs[0].aligned[1].oneOfMany);
    CHECK(outputs[0].aligned[0].family == outputs[0].aligned[1].family);
    CHECK(outputs[0].aligned[1].number == 2);
    CHECK(exampleOf(outputs[0], outputs[0].aligned[1]).text == "took 1.5");
}

TEST_CASE("outputs are matched by file name without the run's id, or when each run has one") {
    Dataset dataset;
    for (const char* id : {"a", "b"}) {
        Run run;
        run.id = id;
        run.outputs.push_back({"d/stderr.log", "e 1\n", false});
        run.outputs.push_back({std::string("d/stdout-") + id + ".log", "o 1\n", false});
        dataset.runs.push_back(run);
    }
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    REQUIRE(outputs.size() == 2);
    CHECK(outputs[0].name == "stdout-*.log");
    CHECK(shown(outputs[0]) == "[o 1][o 1]\n");
    CHECK(shown(outputs[1]) == "[e 1][e 1]\n");
    dataset.runs[0].outputs = {{"x/first.txt", "o 1\n", false}};
    dataset.runs[1].outputs = {{"y/second.txt", "o 2\n", false}};
    CHECK(shown(alignOutputs(dataset, testing::allRuns(dataset)).at(0)) == "[o 1][o 2]\n");
}

TEST_CASE("runs without output, empty outputs and binary content") {
    CHECK(aligned({"", ""}).empty());
    CHECK(aligned({"a 1", "", std::string("\0\1\2", 3)}) == "[a 1][][]\n");
    const Dataset dataset = testing::runsWithOutputs({"a\n", ""});
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    CHECK(outputs[0].present == std::vector<bool>{true, true});
    CHECK(outputs[0].lineCounts == std::vector<std::size_t>{1, 0});
    CHECK(outputs[0].lastLine[1] == kNoLine);
    CHECK(alignOutputs(dataset, {}).empty());
}

TEST_CASE("what is too long is cut in the middle, and how much is known") {
    std::string text;
    for (std::size_t i = 0; i < kMaxLinesOfOutput + 10; ++i)
        text += "a " + std::to_string(i) + "\n";
    const Dataset dataset = testing::runsWithOutputs({text, text});
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    CHECK(outputs[0].lineCounts[0] == kMaxLinesOfOutput);
    CHECK(outputs[0].mostLines == kMaxLinesOfOutput);
    CHECK(outputs[0].longest == kMaxLinesOfOutput + 10);
    CHECK_FALSE(outputs[0].cutAligned);
    const Dataset whole = testing::runsWithOutputs({"a 1\n", "a 2\n"});
    CHECK(alignOutputs(whole, testing::allRuns(whole))[0].longest == 0);
}
