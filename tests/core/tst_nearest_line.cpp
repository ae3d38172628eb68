#include "core/analyse/nearest_line.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string nearest(std::string_view pattern) {
    testing::DatasetBuilder builder;
    builder.addRun("run1");
    builder.addRun("run2");
    Dataset dataset = builder.take();
    dataset.runs[0].outputs.push_back({"a", "start\nstep 0: loss 7.1\nstep 1: loss 6\n"});
    dataset.runs[1].outputs.push_back({"b", "final accuracy 0.5"});
    return nearestLine(dataset, {RunIndex{0}, RunIndex{1}}, pattern).value_or("none");
}

}  // namespace

TEST_CASE("the line with the longest beginning of the literal text is the nearest") {
    CHECK(nearest("step 0: los (\\S+)") == "step 0: loss 7.1");
    CHECK(nearest("step 1: ([0-9]+)") == "step 1: loss 6");
    CHECK(nearest("step 77: loss") == "step 0: loss 7.1");
    CHECK(nearest("final acuracy") == "final accuracy 0.5");
}

TEST_CASE("what has nothing in common, or no literal beginning, has none") {
    CHECK(nearest("throughput (\\d+)") == "none");
    CHECK(nearest("(\\d+)") == "none");
    CHECK(nearest("sta?") == "none");
    CHECK(nearest("") == "none");
}
