#include "core/pin/pin_rules.h"
#include "core/pin/pin_warnings.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// One key: run1 and run2 chose from `set`, run3 from `other`. Candidate 3 failed in run2.
struct ThreeRuns {
    DatasetBuilder builder;
    CandidateSetIndex set = builder.addSet(4), other = builder.addSet(7);
    KeyIndex key = builder.addKey(R"({"m":1})");

    ThreeRuns() {
        builder.dataset().texts = {"", "k is not a multiple"};
        builder.decide(builder.addRun("run1"), key, set, 0, {{0, 100}, {1, 110}});
        builder.decide(builder.addRun("run2"), key, set, 0, {{0, 100}, {1, 110}}).failed = {
            {{3}, CandidateStatus::failed, 1}};
        builder.decide(builder.addRun("run3"), key, other, 5, {{5, 90}});
    }

    [[nodiscard]] std::vector<std::string> warnings(CandidateSetIndex of, std::uint32_t candidate,
                                                    const Measurements& measurements = {}) {
        const Dataset& dataset = builder.dataset();
        const Pin pin = pinOf(dataset, key, of, CandidateIndex{candidate});
        return pinWarnings(pin, dataset, buildWinnerMatrix(dataset), key, set, measurements);
    }
};

}  // namespace

TEST_CASE("a pin whose set only some runs offer says so first, then what is known of the candidate") {
    ThreeRuns runs;
    const auto plain = runs.warnings(runs.set, 0);
    REQUIRE(plain.size() == 1);
    CHECK(test::holds(plain[0], "changed in run3, which this pin does not fit"));
    const auto failed = runs.warnings(runs.set, 3);
    REQUIRE(failed.size() == 2);
    CHECK(test::holds(failed[1], "failed for this key in run2: k is not a multiple."));
    CHECK(test::holds(runs.warnings(runs.set, 2).at(1), "never ran"));
}

TEST_CASE("a name of another candidate than the index is told first") {
    ThreeRuns runs;
    const Dataset& dataset = runs.builder.dataset();
    Pin pin = pinOf(dataset, runs.key, runs.other, CandidateIndex{5});
    pin.candidateName = "c4";
    const auto warnings = pinWarnings(pin, dataset, buildWinnerMatrix(dataset), runs.key, runs.set, {});
    REQUIRE(warnings.size() == 2);
    CHECK(warnings[1] == "Its index and its name disagree: candidate 5 is c5, and c4 is 4. Choose the candidate anew.");
}

TEST_CASE("what a re-run found out counts for the set that was re-run only") {
    ThreeRuns runs;
    const Measurements refused{{{runs.key, {0}}, {"", {}, "no such shape"}}, {{runs.key, {5}}, {"", {}, "neither"}}};
    CHECK(test::holds(runs.warnings(runs.set, 0, refused).at(1), "refused for a shape of this key: no such shape."));
    const auto ofOther = runs.warnings(runs.other, 5, refused);
    REQUIRE(ofOther.size() == 1);
    CHECK(test::holds(ofOther[0], "changed in run1, run2"));
}

TEST_CASE("what a re-run found wrong with it is told") {
    ThreeRuns runs;
    CandidateMeasurement broken;
    broken.fault = "it wrote outside its buffers";
    CHECK(test::holds(runs.warnings(runs.set, 0, {{{runs.key, {0}}, broken}}).at(1),
                      "found candidate 0 broken for a shape of this key: it wrote outside its buffers."));
}

TEST_CASE("a pin for a set that no run offers is stale") {
    ThreeRuns runs;
    const Dataset& dataset = runs.builder.dataset();
    Pin pin = pinOf(dataset, runs.key, runs.set, {0});
    pin.setChecksum = "another";
    const auto warnings = pinWarnings(pin, dataset, buildWinnerMatrix(dataset), runs.key, runs.set, {});
    REQUIRE(warnings.size() == 1);
    CHECK(test::holds(warnings[0], "offer another one than the pin was made for"));
}

TEST_CASE("long lists of names are cut") {
    CHECK(firstNames({"a", "b"}) == "a, b");
    CHECK(firstNames({"a", "b", "c", "d", "e", "f"}) == "a, b, c, d, e …");
}
