#include "core/pin/pin_rules.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// Three keys in two runs; run2 lacks the third key. Candidate 3 of the first key failed in run1.
struct Sample3 {
    DatasetBuilder builder;
    CandidateSetIndex set = builder.addSet(4);
    KeyIndex a = builder.addKey(R"({"m":1})"), b = builder.addKey(R"({"m":2})"), c = builder.addKey(R"({"m":3})");

    Sample3() {
        builder.dataset().texts = {"", "k is not a multiple"};
        const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2");
        builder.decide(run1, a, set, 0, {{0, 100}, {1, 110}}).failed = {{{3}, CandidateStatus::failed, 1}};
        builder.decide(run1, b, set, 1, {{0, 100}, {1, 90}});
        builder.decide(run1, c, set, 2, {{2, 100}});
        builder.decide(run2, a, set, 1, {{0, 100}, {1, 120}});
        builder.decide(run2, b, set, 1, {{0, 100}, {1, 90}});
        for (Run& run : builder.dataset().runs)
            run.environment = {{"device", "device-0-0-cuda"}, {"producer", "cubecl 0.11.0"}};
    }

    Result<PinChoice> choose(PinRequest request) {
        const auto analysis = analyse(builder.dataset());
        REQUIRE(analysis);
        return choosePins(builder.dataset(), analysis.value(), request);
    }
};

PinRequest ruled(const std::string& rule) {
    PinRequest request;
    request.rule = parsePinRule(rule).value();
    return request;
}

}  // namespace

TEST_CASE("rules by their names") {
    for (const char* name : {"majority", "fastest-in-tie", "most-exact", "class:f32", "class:tf32-rna/g8", "run:run14"})
        CHECK(toString(parsePinRule(name).value()) == name);
    for (const char* name : {"", "nonsense", "class:", "run:", "Majority"})
        CHECK(test::holds(parsePinRule(name).errorMessage(), "there are: majority"));
}

TEST_CASE("the choices of a run; keys without one are named") {
    Sample3 sample;
    PinRequest request = ruled("run:run2");
    request.by = "me";
    request.places = {{{1},
                       "autotune/0.11.0/device-0-0-cuda/t",
                       R"({"m":1})",
                       sample.builder.dataset().candidateSets[0].checksum,
                       {1}}};
    const auto choice = sample.choose(request);
    REQUIRE_MESSAGE(choice.hasValue(), choice.errorMessage());
    const auto& pins = choice.value().pins;
    REQUIRE(pins.size() == 2);
    CHECK(pins[0].keyJson == R"({"m":1})");
    CHECK(pins[0].candidate == CandidateIndex{1});
    CHECK(pins[0].candidateName == "c1");
    CHECK(pins[0].setChecksum == sample.builder.dataset().candidateSets[0].checksum);
    CHECK(pins[0].setSize == 4);
    CHECK(pins[0].places == std::vector<std::string>{"autotune/0.11.0/device-0-0-cuda/t"});
    CHECK(pins[0].reason.rule == "run:run2");
    CHECK(pins[0].reason.by == "me");
    REQUIRE(pins[0].reason.margin.has_value());
    CHECK(*pins[0].reason.margin == doctest::Approx((100.0 / 110 + 100.0 / 120) / 2 - 1));
    CHECK(pins[0].provenance.runs == std::vector<std::string>{"run2"});
    CHECK(pins[0].provenance.device == "device-0-0-cuda");
    CHECK(pins[0].provenance.framework == "cubecl 0.11.0");
    CHECK(pins[1].places.empty());
    REQUIRE(choice.value().unpinned.size() == 1);
    CHECK(choice.value().unpinned[0].key == sample.c);
    CHECK(choice.value().unpinned[0].because == "the run did not tune this key");
    CHECK(choice.value().warnings.empty());
    CHECK(test::holds(sample.choose(ruled("run:run9")).errorMessage(), "there are: run1, run2"));
}

TEST_CASE("a key by hand goes before the rule, and alone without one") {
    Sample3 sample;
    PinRequest request = ruled("run:run1");
    request.byHand = {{sample.b, {0}}};
    const auto both = sample.choose(request);
    REQUIRE(both);
    REQUIRE(both.value().pins.size() == 3);
    CHECK(both.value().pins[1].candidate == CandidateIndex{0});
    CHECK(both.value().pins[1].reason.rule == "hand");
    CHECK(both.value().pins[1].provenance.runs == std::vector<std::string>{"run1", "run2"});
    request.rule.reset();
    request.byHand.push_back({sample.b, {1}});  // the last word counts
    const auto alone = sample.choose(request);
    REQUIRE(alone.value().pins.size() == 1);
    CHECK(alone.value().pins[0].candidate == CandidateIndex{1});
    CHECK(alone.value().unpinned.empty());
    request.byHand = {{sample.b, {4}}};
    CHECK(test::holds(sample.choose(request).errorMessage(), "has candidates 0 to 3, not 4"));
}

TEST_CASE("candidates that failed, were refused or never ran are warned of") {
    Sample3 sample;
    PinRequest request;
    request.byHand = {{sample.a, {3}}, {sample.b, {2}}, {sample.c, {2}}};
    request.measurements = {{{sample.c, {2}}, {"measured-A", 1e-7, "no such shape"}}};
    const auto choice = sample.choose(request);
    REQUIRE(choice);
    const auto& warnings = choice.value().warnings;
    REQUIRE(warnings.size() == 3);
    CHECK(test::holds(warnings[0].words, "Candidate 3 failed for this key in run1: k is not a multiple."));
    CHECK(test::holds(warnings[0].words, "the program ends"));
    CHECK(test::holds(warnings[1].words, "Candidate 2 never ran"));
    CHECK(test::holds(warnings[2].words, "A re-run saw candidate 2 refused for a shape of this key: no such shape."));
    CHECK(choice.value().pins[2].reason.numericalClass == "measured-A");
    CHECK(choice.value().pins[2].reason.classMeasured);
    CHECK(choice.value().pins[2].reason.error == 1e-7);
    sample.builder.dataset().keys[0].operation = Operation::fusedMatmul;
    CHECK(test::holds(sample.choose(request).value().warnings[0].words, "runs its fallback without a word"));
}

TEST_CASE("a key that is known as text only is not pinned") {
    DatasetBuilder builder;
    const auto set = builder.addSet(2);
    const auto key = builder.addKey("MatmulKey - M: 1");
    builder.decide(builder.addRun("run1"), key, set, 0, {{0, 100}});
    const auto analysis = analyse(builder.dataset());
    const auto choice = choosePins(builder.dataset(), analysis.value(), ruled("majority"));
    REQUIRE(choice);
    CHECK(choice.value().pins.empty());
    CHECK(test::holds(choice.value().unpinned.at(0).because, "text only"));
    PinRequest byHand;
    byHand.byHand = {{key, {1}}};
    CHECK_FALSE(choosePins(builder.dataset(), analysis.value(), byHand).hasValue());
}

TEST_CASE("when the set changed, the run's own set counts, and for a rule the one of most runs") {
    Sample3 sample;
    const auto other = sample.builder.addSet(7);
    sample.builder.decide(sample.builder.addRun("run3"), sample.a, other, 6, {{6, 50}});
    const auto ofRun = sample.choose(ruled("run:run3"));
    CHECK(ofRun.value().pins.at(0).setSize == 7);
    CHECK_FALSE(ofRun.value().pins.at(0).reason.margin.has_value());
    const auto majority = sample.choose(ruled("majority"));
    CHECK(majority.value().pins.at(0).setSize == 4);
    CHECK(test::holds(majority.value().pins.at(0).reason.words, "another candidate set"));
}
