#include "core/analyse/varying_fields.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// A row a field: kind, tokens, "t" when time-like, and the value of each run.
std::string shown(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    std::string text;
    for (const VaryingField& field : findVaryingFields(alignOutputs(dataset, testing::allRuns(dataset)))) {
        constexpr const char* kNames[] = {"number", "word",      "presence", "hex",
                                          "span",   "lineCount", "length",   "lastLine"};
        text += kNames[static_cast<std::size_t>(field.kind)];
        text += field.timeLike ? "/t" : "";
        for (const int value : field.valueOf)
            text += value < 0 ? " -" : " [" + field.texts[static_cast<std::size_t>(value)] + "]";
        text += "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("equal outputs, one run and no output have no varying field") {
    CHECK(shown({"a 1\n", "a 1\n"}).empty());
    CHECK(shown({"a 1\n"}).empty());
    CHECK(shown({}).empty());
    CHECK(shown({"", ""}).empty());
}

TEST_CASE("numbers, words and hex words that vary") {
    CHECK(shown({"loss 1.5 end\nx\n", "loss 2.5 end\nx\n"}) == "number [1.5] [2.5]\n");
    CHECK(shown({"a ok\nx\n", "a bad\nx\n"}) == "word [ok] [bad]\n");
    CHECK(shown({"sum 40e20c83\nx\n", "sum 40e20c84\nx\n"}) == "hex [40e20c83] [40e20c84]\n");
    CHECK(shown({"sum 40220283\nx\n", "sum 40e20c84\nx\n"}) == "hex [40220283] [40e20c84]\n");
}

TEST_CASE("a dash among numbers is a run without value") {
    CHECK(shown({"mean 1.5\nx\n", "mean -\nx\n", "mean 2\nx\n"}) == "number [1.5] - [2]\n");
}

TEST_CASE("a line in some runs only is a presence; its varying rest is cut off") {
    CHECK(shown({"a\nNaN at step 3\nz\n", "a\nz\n", "a\nNaN at step 5\nz\n"}) ==
          "presence [NaN at step] [] [NaN at step]\nnumber [3] - [5]\nlength [3] [2] [3]\n");
}

TEST_CASE("several tokens that vary differently are offered together as well") {
    CHECK(shown({"cfg 16 x 32 end\nz\n", "cfg 16 x 64 end\nz\n", "cfg 32 x 32 end\nz\n", "cfg 32 x 64 end\nz\n"}) ==
          "number [16] [16] [32] [32]\nnumber [32] [64] [32] [64]\n"
          "span/t [16 x 32] [16 x 64] [32 x 32] [32 x 64]\n");
}

TEST_CASE("lines of one form are counted where their number varies") {
    CHECK(shown({"w 1.5\nw 1.5\nz\n", "w 1.5\nz\n", "w 1.5\nz\n"}) == "lineCount [2] [1] [1]\nlength [3] [2] [2]\n");
}

TEST_CASE("durations, texts that name the run, and numbers that move with the order of runs are time-like") {
    CHECK(shown({"in 3.2 s\nz\n", "in 3.1 s\nz\n"}) == "number/t [3.2] [3.1]\n");
    CHECK(shown({"id aa1bb2cc\nz\n", "id aa1bb2cd\nz\n", "id aa1bb2ce\nz\n"}) ==
          "hex/t [aa1bb2cc] [aa1bb2cd] [aa1bb2ce]\n");
    CHECK(shown({"n 101\nz\n", "n 104\nz\n", "n 109\nz\n", "n 110\nz\n"}) == "number/t [101] [104] [109] [110]\n");
    CHECK(shown({"n 101\nz\n", "n 100\nz\n", "n 109\nz\n", "n 110\nz\n"}) == "number [101] [100] [109] [110]\n");
}

TEST_CASE("the last line is offered where it varies") {
    CHECK(shown({"a\nall is done\n", "a\nit broke early here\n"}) ==
          "presence [all is done] []\npresence [] [it broke early here]\n"
          "lastLine [all is done] [it broke early here]\n");
}
