#include "core/analyse/outcome_description.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::vector<std::string> described(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    const auto outputs = alignOutputs(dataset, testing::allRuns(dataset));
    const auto fields = findVaryingFields(outputs);
    std::vector<std::string> lines;
    for (const RankedField& ranked : rankFields(fields))
        lines.push_back(describeField(outputs, fields, ranked) + " @ " + sourceOfField(outputs, fields[ranked.field]));
    return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the line with the varying part marked, and where it stands") {
    CHECK(described({"a\nstep 0: loss 1.5 end\nz\n", "a\nstep 0: loss 2.5 end\nz\n"}) ==
          Lines{"step 0: loss ‹1.5› end @ line 2, number 2 of stdout.log"});
    CHECK(described({"state ok\nz\n", "state bad\nz\n"}) == Lines{"state ‹ok› @ line 1, word 2 of stdout.log"});
}

TEST_CASE("what parts the runs alike is named behind it, the rest counted") {
    CHECK(described({"a 1\nb 1\nz\n", "a 2\nb 2\nz\n"}) ==
          Lines{"a ‹1› (parts the runs alike: b ‹1›) @ line 1, number 1 of stdout.log"});
    CHECK(described({"a 1\nb 1\nc 1\nd 1\ne 1\nz\n", "a 2\nb 2\nc 2\nd 2\ne 2\nz\n"}).front().find("; and 1 more)") !=
          std::string::npos);
}

TEST_CASE("presence, number of lines and last line have words of their own") {
    CHECK(
        described({"a\nNaN found\nz\n", "a\nz\n"}) ==
        Lines{
            "in some runs only: ‹NaN found› (parts the runs alike: number of lines of stdout.log) @ presence of line 2 "
            "of stdout.log"});
    CHECK(
        described({"w 1.5\nw 1.5\nz\n", "w 1.5\nz\n"}) ==
        Lines{
            "number of lines like: w 1.5 (parts the runs alike: number of lines of stdout.log) @ number of lines like "
            "line 1 of stdout.log"});
}

TEST_CASE("long lines are cut around the mark, control characters become blanks") {
    const std::string before(200, 'p');
    const std::string after(200, 'q');
    const Lines lines = described({before + "\x1b[0m 1 " + after + "\nz\n", before + "\x1b[0m 2 " + after + "\nz\n"});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find('\x1b') == std::string::npos);
    CHECK(lines[0].starts_with("…ppp"));
    CHECK(lines[0].find("‹1› qqq") != std::string::npos);
    CHECK(lines[0].size() < 200);
}
