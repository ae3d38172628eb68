#include "core/report/drive_words.h"
#include "tests/support/bisection_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("times are rounded up") {
    CHECK(roughTime(0) == "0 s");
    CHECK(roughTime(11.2) == "12 s");
    CHECK(roughTime(121) == "3 min");
    CHECK(roughTime(9000) == "2.5 h");
}

TEST_CASE("progress in words") {
    CollectionProgress collecting;
    collecting.total = 12;
    CHECK(inWords(collecting) == "0 of 12 runs done");
    collecting = {3, 12, 2, 1, 200.0, nullptr};
    CHECK(inWords(collecting) == "3 of 12 runs done, 1 failed, 2 running, about 4 min left");
    CHECK(inWords(ForcingProgress{1, 5, 7.5}) == "1 of 5 trials done, 8 s");
    BisectionFixture fixture;
    fixture.addTrial({0}, TrialOutcome::bad);
    BisectStep step;
    step.next = {0, 1};
    CHECK(inWords(BisectionProgress{fixture.bisection.trials, step, 3}) ==
          "trial2 (searches): 2 choices of the bad run, 3 s");
    step.confirms = true;
    step.next = {0};
    CHECK(inWords(BisectionProgress{fixture.bisection.trials, step, 3}) ==
          "trial2 (confirms): 1 choice of the bad run, 3 s");
}

TEST_CASE("a trial in words; what a program printed is made safe to show") {
    BisectionFixture fixture;
    fixture.addTrial({0}, TrialOutcome::bad);
    CHECK(inWords(fixture.bisection.trials[0]) == "trial1: bad (7.5)");
    fixture.addTrial({}, TrialOutcome::invalid, "it ended early");
    fixture.bisection.trials[1].value = "\x1b[2J";
    CHECK(inWords(fixture.bisection.trials[1]) == "trial2: invalid (\\x1B[2J), it ended early");
}

TEST_CASE("the estimate counts configurations and repeats") {
    BisectionFixture fixture;
    const std::string words = bisectEstimate(fixture.plan);
    CHECK(words.find("in up to " + std::to_string(expectedConfigurations(fixture.plan.choices.differing.size())) +
                     " configurations") != std::string::npos);
    CHECK(words.find("3 differing choices") != std::string::npos);
    fixture.plan.choices.differing.clear();
    CHECK(bisectEstimate(fixture.plan).empty());
}

TEST_CASE("the estimate of forcing counts the base's runs too") {
    ForcingPlan plan;
    plan.variants = {{Pin{}}};
    plan.repeats = 3;
    const std::string runs = std::to_string(forcingOrder(plan).size());
    CHECK(forceEstimate(plan).starts_with(runs + " runs in all: the forced choice, 3 times, with the base run's"));
    plan.variants.push_back({Pin{}});
    CHECK(forceEstimate(plan).find("2 candidates, 3 times each") != std::string::npos);
}

TEST_CASE("what is missing when no database appears") {
    RecordedRun run;
    run.diagnosis.keeping = ChoiceKeeping::keptLogOnly;
    const std::string words = noDatabaseWords(run);
    CHECK(words.starts_with("no choice can be forced, for the program left no database. "));
    CHECK(words.find("persistence") != std::string::npos);
}

TEST_CASE("what was proven of a key, short and as a sentence") {
    ProvenKey proven{CandidateIndex{4}, CandidateIndex{9}, "run14", "run13", "Outcome by loss", 1, 1};
    CHECK(provenRemark(proven) == "proven by forcing: makes the difference");
    CHECK(provenSentence(proven) ==
          "Proven by forcing: with 9 of run13 in place of 4 of run14 the outcome turns from good to bad, and back "
          "(Outcome by loss).");
    proven.together = 3;
    CHECK(provenRemark(proven) == "proven by forcing: makes the difference together with 2 others");
    proven.together = 1;
    proven.causes = 2;
    CHECK(provenRemark(proven) == "proven by forcing: one of 2 independent causes");
}
