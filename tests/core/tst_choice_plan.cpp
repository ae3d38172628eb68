#include "core/drive/choice_plan.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string keysOf(const ChoicePlan& plan) {
    std::string keys;
    for (const DifferingChoice& choice : plan.differing) {
        keys += choice.good.keyId + ":" + std::to_string(choice.good.candidate.value) + ">" +
                std::to_string(choice.bad.candidate.value) + " ";
    }
    return keys;
}

}  // namespace

TEST_CASE("differing keys and what both share, of one good and one bad run") {
    testing::DatasetBuilder builder;
    // winners[key][run]; run1 is good, run2 bad.
    builder.addWinners({{0, 1}, {1, 1}, {2, -1}, {-1, 3}, {4, 2}});
    const Dataset dataset = builder.take();
    const ChoicePlan plan = planChoices(dataset, {RunIndex{0}}, {RunIndex{1}});
    CHECK(keysOf(plan) == "key1:0>1 key5:4>2 ");
    REQUIRE(plan.common.size() == 3);
    CHECK(plan.common[2].candidate == CandidateIndex{3});  // known of the bad run only
    CHECK(!plan.ranked);
    const std::vector<Pin> pins = pinsOf(plan, {1});
    REQUIRE(pins.size() == 5);
    CHECK(pins[3].candidate == CandidateIndex{0});
    CHECK(pins[4].candidate == CandidateIndex{2});
    CHECK(choicesOf(dataset, RunIndex{1}).size() == 4);
}

TEST_CASE("the pair that differs least is taken, and keys that other runs speak against come last") {
    testing::DatasetBuilder builder;
    // run1, run2 good; run3, run4 bad. run2 and run4 differ in two keys, all other pairs in more.
    builder.addWinners({{0, 0, 1, 1}, {0, 1, 1, 0}, {0, 2, 1, 2}, {0, 3, 4, 3}, {7, 7, 7, 7}});
    const ChoicePlan plan = planChoices(builder.take(), {RunIndex{0}, RunIndex{1}}, {RunIndex{2}, RunIndex{3}});
    CHECK(plan.good == RunIndex{1});
    CHECK(plan.bad == RunIndex{3});
    CHECK(keysOf(plan) == "key1:0>1 key2:1>0 ");
    CHECK(plan.ranked);
    CHECK(plan.differing.back().against == 2);
}

TEST_CASE("a key whose candidates are others cannot be swapped, one without a known choice not be held") {
    testing::DatasetBuilder builder;
    const auto one = builder.addSet({"a", "b"}), two = builder.addSet({"a", "c"});
    const auto changed = builder.addKey("changed"), unknown = builder.addKey("unknown");
    const auto good = builder.addRun("good"), bad = builder.addRun("bad");
    builder.decide(good, changed, one, 0);
    builder.decide(bad, changed, two, 1);
    builder.decide(good, unknown, one, std::nullopt);
    const ChoicePlan plan = planChoices(builder.take(), {good}, {bad});
    CHECK(plan.differing.empty());
    REQUIRE(plan.leftOut.size() == 2);
    CHECK(plan.leftOut[0].key == changed);
    CHECK(toString(plan.leftOut[0].because) == "otherCandidates");
    CHECK(plan.leftOut[1].key == unknown);
    CHECK(toString(plan.leftOut[1].because) == "neitherTells");
    REQUIRE(plan.common.size() == 1);
    CHECK(plan.common[0].candidateName == "a");
    CHECK(plan.common[0].setSize == 2);
}

TEST_CASE("a digest tells choices apart, held ones too, and depends on nothing that readers are shown") {
    testing::DatasetBuilder builder;
    // The pairs of run1 and run2 and of run3 and run4 differ alike in key1; what they share of key2 is not the same.
    builder.addWinners({{0, 1, 0, 1}, {2, 2, 0, 0}});
    const Dataset dataset = builder.take();
    const auto planOf = [&dataset](std::uint32_t good, std::uint32_t bad) {
        return planChoices(dataset, {RunIndex{good}}, {RunIndex{bad}});
    };
    const std::string digest = choicesDigest(planOf(0, 1));
    CHECK(digest.size() == 32);
    CHECK(choicesDigest(planOf(0, 1)) == digest);
    CHECK(choicesDigest(planOf(2, 3)) != digest);
    CHECK(choicesDigest(planOf(1, 0)) != digest);
    ChoicePlan plan = planOf(0, 1);
    for (Pin* pin : {&plan.common[0], &plan.differing[0].good, &plan.differing[0].bad})
        pin->label = pin->keyId = pin->candidateName = "else";
    CHECK(choicesDigest(plan) == digest);
    plan.differing[0].bad.setChecksum = "another set";
    CHECK(choicesDigest(plan) != digest);
    std::vector<Pin> pins = choicesOf(dataset, RunIndex{0});
    const std::string ofRun = choicesDigest(pins);
    std::swap(pins[0], pins[1]);
    CHECK(choicesDigest(pins) == ofRun);
    pins[0].tuner = "another";
    CHECK(choicesDigest(pins) != ofRun);
}
