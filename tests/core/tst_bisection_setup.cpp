#include "core/drive/bisection_setup.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// run1 and run2 good, run3 bad; the first key differs.
Dataset threeRuns() {
    testing::DatasetBuilder builder;
    builder.addRun("run1", "loss 7.06\n");
    builder.addRun("run2", "loss 7.06\n");
    builder.addRun("run3", "loss 7.10\n");
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("key"), other = builder.addKey("other");
    for (std::uint32_t run = 0; run < 3; ++run) {
        builder.decide(RunIndex{run}, key, set, run == 2 ? 1 : 0);
        builder.decide(RunIndex{run}, other, set, 2);
    }
    return builder.take();
}

TrialSettings byLoss() {
    TrialSettings settings;
    settings.reading.by = OutcomeReading::By::pattern;
    settings.reading.pattern.regex = R"(loss (\S+))";
    settings.folder = "/trials";
    return settings;
}

constexpr RunIndex kFirst{0}, kSecond{1}, kBad{2};

}  // namespace

TEST_CASE("the plan knows how good is told from bad and which choices to try") {
    const Dataset dataset = threeRuns();
    const BisectionWish wish{{kFirst, kSecond}, {kBad}, false, {}, {}, 3};
    const auto plan = planBisection(dataset, wish, byLoss(), {});
    REQUIRE_MESSAGE(plan, plan.errorMessage());
    CHECK(plan.value().trials.folder == "/trials");
    CHECK(!plan.value().trials.usual.areAllKnown);
    Dataset ended = dataset;
    for (std::uint32_t i = 0; i < 3; ++i)
        ended.runs[i].exitStatus = i == 2 ? 1 : 0;
    const UsualEnds usual = planBisection(ended, wish, byLoss(), {}).value().trials.usual;
    CHECK(usual.areAllKnown);
    CHECK(usual.statuses == std::set<int>{0, 1});
    CHECK(plan.value().outcomeInWords == R"(Outcome by pattern loss (\S+): “7.06” is good, “7.10” is bad)");
    REQUIRE(plan.value().rule);
    CHECK((plan.value().rule->judge("7.10") == TrialOutcome::bad));
    REQUIRE(plan.value().choices.differing.size() == 1);
    CHECK(plan.value().limits.repeats == 3);
    CHECK(runsForBase(plan.value(), wish).front() == plan.value().choices.good);
    const auto byThreshold = planBisection(dataset, {{kFirst}, {kBad}, false, 7.08, {}, 0}, byLoss(), {});
    REQUIRE_MESSAGE(byThreshold, byThreshold.errorMessage());
    CHECK(byThreshold.value().outcomeInWords.ends_with("up to 7.08 is good, from 7.08 is bad"));
    CHECK(byThreshold.value().limits.repeats == EvidenceLimits{}.repeats);
}

TEST_CASE("a test needs no rule") {
    TrialSettings settings = byLoss();
    settings.reading.by = OutcomeReading::By::test;
    const auto plan = planBisection(threeRuns(), {{kFirst}, {kBad}, false, {}, "./judge 1", 0}, settings, {});
    REQUIRE(plan);
    CHECK(!plan.value().rule);
    CHECK(plan.value().outcomeInWords == "Judged by the test ./judge 1");
}

TEST_CASE("sides that cannot be told apart are errors") {
    const Dataset dataset = threeRuns();
    const auto fault = [&dataset](const BisectionWish& wish, const TrialSettings& settings) {
        return planBisection(dataset, wish, settings, {}).errorMessage();
    };
    CHECK(fault({{}, {kBad}, false, {}, {}, 0}, byLoss()) == "no good run is named");
    CHECK(fault({{kFirst}, {}, false, {}, {}, 0}, byLoss()) == "no bad run is named");
    CHECK(fault({{kFirst, kBad}, {kBad}, false, {}, {}, 0}, byLoss()) == "the run run3 is named as good and as bad");
    CHECK(fault({{kFirst}, {kSecond}, false, {}, {}, 0}, byLoss()).starts_with("the outcome does not tell good"));
    CHECK(!fault({{kFirst}, {kBad}, false, {}, {}, 0}, {}).empty());
    std::stop_source stop;
    stop.request_stop();
    CHECK(planBisection(dataset, {{kFirst}, {kBad}, false, {}, {}, 0}, byLoss(), stop.get_token()).cancelled());
}
