#include "core/report/text_report.h"
#include "core/report/trial_report.h"
#include "tests/support/bisection_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

testing::BisectionFixture proven() {
    testing::BisectionFixture fixture;
    fixture.addTrial({}, TrialOutcome::good);
    fixture.addTrial({0, 1, 2}, TrialOutcome::bad);
    fixture.addTrial({1}, TrialOutcome::invalid, "it hung");
    fixture.addTrial({1}, TrialOutcome::bad);
    fixture.bisection.answer = {BisectVerdict::proven, BisectReason::bothWays, {{1}}, {}};
    return fixture;
}

}  // namespace

TEST_CASE("the answer first, then every configuration and every trial") {
    const testing::BisectionFixture fixture = proven();
    TextStyle style;
    style.width = 160;
    const std::string text = toText(bisectDocument(fixture.view()), style);
    CHECK(text.find("Proven: key2") == 0);
    CHECK(text.find("3 configurations of 3 differing keys in 4 runs, kept in /trials") != std::string::npos);
    CHECK(text.find("1 bad and 1 not counted") != std::string::npos);
    CHECK(text.find("trial3") != std::string::npos);
    CHECK(text.find("it hung") != std::string::npos);
}

TEST_CASE("behind a proof stand the commands that go on from it") {
    testing::BisectionFixture fixture = proven();
    fixture.paths = {"runs/run 1", "runs/run2"};
    fixture.dataset.runs[0].sources = {"runs/run 1/decisions.jsonl", "runs/run 1/env/default.db"};
    fixture.plan.trials.program.command = {"./train", "--name", "it's"};
    fixture.plan.trials.reading.by = OutcomeReading::By::pattern;
    fixture.plan.trials.reading.pattern = {"loss (.*)", PatternMatch::last, 1};
    TextStyle style;
    style.width = 300;
    const auto textOf = [&] { return toText(bisectDocument(fixture.view()), style); };
    CHECK(textOf().find("flipscope-cli pin make 'runs/run 1' runs/run2 --run run1 --out pins.json") !=
          std::string::npos);
    CHECK(
        textOf().find(
            "flipscope-cli force --base 'runs/run 1' --key key2=all --out flipscope-forced-key2-all --outcome-pattern "
            "'loss (.*)' --match last -- ./train --name 'it'\\''s'") != std::string::npos);
    fixture.dataset.runs[0].sources = {"runs.zip!/run1/decisions.jsonl"};
    CHECK(textOf().find("force --base") == std::string::npos);
    fixture.bisection.answer.verdict = BisectVerdict::undecided;
    CHECK(textOf().find("flipscope-cli") == std::string::npos);
}

TEST_CASE("the JSON has verdict, culprits and trials") {
    testing::BisectionFixture fixture = proven();
    auto json = nlohmann::json::parse(bisectJson(fixture.view()));
    CHECK(json["verdict"] == "proven");
    REQUIRE(json["culprits"].size() == 1);
    CHECK(json["culprits"][0]["key"] == "key2");
    CHECK(json["culprits"][0]["good"]["index"] == 2);
    CHECK(json["culprits"][0]["bad"]["name"] == "c0");
    CHECK(json["trials"].size() == 4);
    CHECK(json["trials"][2]["counts"] == false);
    CHECK(json["trials"][3]["fromBad"] == nlohmann::json::array({"key2"}));
    CHECK(json["configurations"] == 3);
    fixture.bisection.answer.verdict = BisectVerdict::undecided;
    json = nlohmann::json::parse(bisectJson(fixture.view()));
    CHECK(json["culprits"].empty());
    CHECK(json["unproven"].size() == 1);
    fixture.bisection.stopped = true;
    CHECK(nlohmann::json::parse(bisectJson(fixture.view()))["verdict"].is_null());
}
