#include "core/handover/repeat_script.h"
#include "core/report/data_tables.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

TEST_CASE("outcomes as options, quoted") {
    OutcomeNaming naming{OutcomeNaming::By::pattern, {"it's (\\S+)\n$(x)", PatternMatch::last, 1}, Grouping::byGap, {}};
    CHECK(outcomeOptions(naming, "") == "--outcome-pattern='it'\\''s (\\S+)\n$(x)' --match last --gap");
    naming.pattern = {"-x", PatternMatch::nth, 3};
    naming.grouping = Grouping::byThreshold;
    naming.threshold = -0.5;
    CHECK(outcomeOptions(naming, "") == "--outcome-pattern=-x --match 3 --threshold=-0.5");
    CHECK(outcomeOptions({OutcomeNaming::By::exitStatus, {}, Grouping::automatic, {}}, "") == "--exit-status");
    CHECK(outcomeOptions({OutcomeNaming::By::labels, {}, Grouping::ungrouped, {}}, "l.csv") ==
          "--labels l.csv --ungrouped");
}

TEST_CASE("the script holds what the plan holds") {
    RepeatPlan plan;
    plan.version = "1.2";
    plan.assumptions = " --card hopper";
    plan.whyNoBisection = "it's `none`";
    const std::string bare = repeatScript(plan);
    CHECK(bare.starts_with("#!/bin/sh\n"));
    CHECK(holds(bare, "'it'\\''s `none`'"));
    CHECK(!holds(bare, "suspects"));
    CHECK(!holds(bare, "\nchecksums "));

    plan.outcome = OutcomeNaming{OutcomeNaming::By::labels, {}, Grouping::automatic, {}};
    plan.reruns = {{"411e0aa0", "hopper", 3}};
    plan.bisection =
        RepeatedBisection{{"run 1"}, {"run2"}, {OutcomeNaming::By::exitStatus, {}, {}, {}}, false, true, {}};
    const std::string full = repeatScript(plan);
    CHECK(holds(full, "--labels \"$here/data/labels.csv\""));
    CHECK(holds(full, "\nchecksums 411e0aa0 3 hopper\n"));
    CHECK(holds(full, "--good \"$here\"/data/runs/'run 1'"));
    CHECK(holds(full, "--exit-status"));
    CHECK(holds(full, "data/proof.txt"));
    for (const Grouping bySelf : {Grouping::byText, Grouping::byFinite, Grouping::ungrouped}) {
        plan.outcome->grouping = plan.bisection->outcome.grouping = bySelf;
        const std::string text = repeatScript(plan);
        CHECK(holds(text.substr(text.find("suspects")), std::string(groupingOption(bySelf))));
        CHECK(!holds(text.substr(0, text.find("suspects")), std::string(groupingOption(bySelf))));
    }
    plan.bisection->outcome.grouping = Grouping::byGap;
    CHECK(holds(repeatScript(plan), "--exit-status --gap \"$@\""));
    plan.bisection->remark = "“9” is called `good` here";
    CHECK(holds(repeatScript(plan), "echo 'repeat.sh: “9” is called `good` here' >&2"));
    plan.bisection->isJudged = true;
    CHECK(holds(repeatScript(plan), "--test \"$FLIPSCOPE_TEST\""));
    CHECK(expectedChecksums("ab") == "data/checksums/ab.txt");
}
