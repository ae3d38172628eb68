#include "core/handover/matched_lines.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::optional<std::string> lines(const std::string& regex, const std::vector<TextOutput>& outputs,
                                 PatternMatch match = PatternMatch::first, std::size_t n = 1) {
    Run run;
    run.outputs = outputs;
    const Result<PatternSearch> search = PatternSearch::compile(regex);
    REQUIRE(search.hasValue());
    return matchedLines(search.value(), run, {regex, match, n});
}

const std::vector<TextOutput> kOutput{{"stdout.log", "start\nstep 0: loss 7.1\nsecret\nstep 1: loss 6.2\nend", false}};

}  // namespace

TEST_CASE("the line with the match, and no other") {
    CHECK(lines("loss (\\S+)", kOutput) == "step 0: loss 7.1\n");
    CHECK(lines("loss (\\S+)", kOutput, PatternMatch::last) == "step 1: loss 6.2\n");
    CHECK(lines("^end$", kOutput) == "end\n");
    CHECK(lines("^(start)", kOutput) == "start\n");
    CHECK(!lines("lossless", kOutput));
    CHECK(!lines("loss", {}));
}

TEST_CASE("of the n-th match the lines of those before it stay, each once") {
    CHECK(lines("loss (\\S+)", kOutput, PatternMatch::nth, 2) == "step 0: loss 7.1\nstep 1: loss 6.2\n");
    CHECK(lines("(\\d)", {{"stdout", "a 1 2\nb\nc 3\n", false}}, PatternMatch::nth, 3) == "a 1 2\nc 3\n");
    CHECK(!lines("loss (\\S+)", kOutput, PatternMatch::nth, 3));
}

TEST_CASE("matches are counted over the outputs") {
    const std::vector<TextOutput> two{{"stderr.log", "loss 3\n", false}, {"stdout.log", "loss 1\nloss 2\n", false}};
    CHECK(lines("loss (\\d)", two) == "loss 1\n");
    CHECK(lines("loss (\\d)", two, PatternMatch::nth, 3) == "loss 1\nloss 2\nloss 3\n");
    CHECK(lines("loss (\\d)", two, PatternMatch::last) == "loss 3\n");
}

TEST_CASE("a pattern over several lines takes those around") {
    CHECK(lines("start\\nstep 0: loss (\\S+)", kOutput) == "start\nstep 0: loss 7.1\nsecret\n");
    CHECK(lines("(?<=secret\\n)step 1: loss (\\S+)", kOutput) == "secret\nstep 1: loss 6.2\nend\n");
    // Beginning and end of the whole text, far from each other.
    const std::string far = "begin\n" + std::string(200, '\n') + "loss 5\n";
    CHECK(!lines("\\Abegin[\\s\\S]*loss (\\d)", {{"stdout", far, false}}));
}
