#include "core/drive/forcing_setup.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct OneRun {
    OneRun() {
        const auto three = builder.addSet(3), two = builder.addSet({"a", "b"});
        first = builder.addKey("first");
        second = builder.addKey("second");
        absent = builder.addKey("absent");
        const RunIndex added = builder.addRun("run");
        builder.decide(added, first, three, 1);
        builder.decide(added, second, two, 0);
        dataset = builder.take();
    }

    testing::DatasetBuilder builder;
    KeyIndex first, second, absent;
    Dataset dataset;
    RunIndex run{0};
};

}  // namespace

TEST_CASE("named choices are forced together, three times, beside all choices of the base") {
    const OneRun one;
    const auto plan =
        planForcing(one.dataset, one.run, {{one.first, CandidateIndex{2}}, {one.second, CandidateIndex{1}}}, {}, 0);
    REQUIRE_MESSAGE(plan, plan.errorMessage());
    CHECK(plan.value().base.size() == 2);
    REQUIRE(plan.value().variants.size() == 1);
    REQUIRE(plan.value().variants[0].size() == 2);
    CHECK(plan.value().variants[0][1].candidateName == "b");
    CHECK(plan.value().repeats == 3);
}

TEST_CASE("every candidate of a key is a variant of its own, tried once") {
    const OneRun one;
    const auto plan = planForcing(one.dataset, one.run, {{one.first, std::nullopt}}, {}, 0);
    REQUIRE_MESSAGE(plan, plan.errorMessage());
    REQUIRE(plan.value().variants.size() == 3);
    CHECK(plan.value().variants[2][0].candidate == CandidateIndex{2});
    CHECK(plan.value().repeats == 1);
    CHECK(planForcing(one.dataset, one.run, {{one.first, std::nullopt}}, {}, 4).value().repeats == 4);
}

TEST_CASE("what cannot be forced is an error") {
    const OneRun one;
    const auto fault = [&one](const std::vector<ForcedChoice>& choices) {
        return planForcing(one.dataset, one.run, choices, {}, 0).errorMessage();
    };
    CHECK(fault({{one.absent, CandidateIndex{0}}}) == "the base run has no choice for absent");
    CHECK(fault({{one.second, CandidateIndex{2}}}).find("they go from 0 to 1") != std::string::npos);
    CHECK(fault({{one.first, std::nullopt}, {one.second, CandidateIndex{1}}}).find("by itself") != std::string::npos);
    CHECK(fault({{one.second, CandidateIndex{1}}, {one.first, CandidateIndex{0}}, {one.second, CandidateIndex{1}}}) ==
          "two choices are given for one key, second: give one");
    CHECK(fault({{one.first, CandidateIndex{2}}, {one.second, CandidateIndex{0}}}) ==
          "candidate 0 a of second is the base run's own choice: forced again it changes nothing");
}

TEST_CASE("a choice in words") {
    const OneRun one;
    const auto choice = [&one](KeyIndex key, const char* words) {
        return forcedChoice(one.dataset, one.run, key, words);
    };
    CHECK(choice(one.second, "1").value().candidate == CandidateIndex{1});
    CHECK(!choice(one.second, "all").value().candidate);
    for (const char* words : {"2", "-1", "1x", " 1", "99999999999", "\x1b[2J", ""}) {
        CAPTURE(words);
        const std::string said = choice(one.second, words).errorMessage();
        CHECK(said.ends_with("” is no candidate of second: they go from 0 to 1"));
        CHECK(said.find('\x1b') == std::string::npos);
    }
    CHECK(choice(one.absent, "0").errorMessage() == "the base run has no choice for absent");
    // A set of which a database tells the checksum alone.
    Dataset unnamed = one.dataset;
    for (CandidateSet& set : unnamed.candidateSets)
        set.names.clear();
    CHECK(forcedChoice(unnamed, one.run, one.second, "0").errorMessage() ==
          "“0” is no candidate of second: no run tells how many it has");
    CHECK(planForcing(unnamed, one.run, {{one.second, std::nullopt}}, {}, 0).errorMessage() ==
          "“all” is no candidate of second: no run tells how many it has");
}

TEST_CASE("trials are compared with how the base run ended") {
    OneRun one;
    const auto usual = [&one] {
        return planForcing(one.dataset, one.run, {{one.first, std::nullopt}}, {}, 0).value().trials.usual;
    };
    CHECK(!usual().areAllKnown);
    one.dataset.runs[0].exitStatus = 3;
    CHECK(usual().areAllKnown);
    CHECK(usual().statuses == std::set<int>{3});
}
