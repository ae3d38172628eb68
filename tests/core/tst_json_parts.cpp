#include "core/report/json_parts.h"
#include "tests/support/suspects_fixture.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("what is not finite or not known is null") {
    CHECK(json::number(0.5) == 0.5);
    CHECK(json::number(std::numeric_limits<double>::quiet_NaN()).is_null());
    CHECK(json::number(std::numeric_limits<double>::infinity()).is_null());
    CHECK(json::number(std::optional<double>()).is_null());
    CHECK(json::duration(std::nullopt).is_null());
    CHECK(json::duration(Nanoseconds{-3}) == -3);
    CHECK(json::index(std::nullopt).is_null());
    CHECK(json::index(CandidateIndex{4}) == 4);
}

TEST_CASE("a key carries winners, reasons, verdicts and class") {
    const auto [dataset, analysis] = testing::reportFixture();
    const json::Json key = json::key(dataset, analysis, KeyIndex{0});
    CHECK(key["id"] == "flip");
    CHECK(key["flips"] == true);
    CHECK(key["winners"] == json::Json{{"run1", 0}, {"run2", 0}, {"run3", 1}, {"run4", 1}});
    CHECK(key["winnerCounts"][0] == json::Json{{"index", 0}, {"name", "red"}, {"runs", 2}});
    CHECK(key["verdict"] == "coinFlip");
    CHECK(key["verdicts"][0]["relativeMargin"] == 0.01);
    CHECK(key["class"]["answer"] == "unknown");
    CHECK(key["flipGroup"] == 0);
    const json::Json late = json::key(dataset, analysis, KeyIndex{2});
    CHECK(late["winners"]["run1"].is_null());
    CHECK(late["winnerSources"]["run1"] == "keyAbsent");
    CHECK(late["class"].is_null());
    CHECK(late["flipGroup"].is_null());
}

TEST_CASE("what was measured is no prediction, and only that makes a flip harmless") {
    auto [dataset, analysis] = testing::reportFixture();
    struct Expected {
        ClassBasis basis;
        const char* name;
        bool predicted, measured;
    };
    for (const auto& [basis, name, predicted, measured] : {Expected{ClassBasis::predicted, "predicted", true, false},
                                                           {ClassBasis::emulated, "emulated", true, false},
                                                           {ClassBasis::replica, "replica", false, true},
                                                           {ClassBasis::real, "real", false, true},
                                                           {ClassBasis::forced, "forced", false, true}}) {
        analysis.classes[0].basis = basis;
        analysis.classes[0].answer = ClassAnswer::sameBits;
        json::Json key = json::key(dataset, analysis, KeyIndex{0});
        CHECK(key["class"]["basis"] == name);
        CHECK(key["predictedHarmless"] == predicted);
        CHECK(key["harmless"] == measured);
        analysis.classes[0].answer = ClassAnswer::differentBits;
        key = json::key(dataset, analysis, KeyIndex{0});
        CHECK(key["predictedHarmless"] == false);
        CHECK(key["harmless"] == false);
    }
    analysis.classes[0].answer = ClassAnswer::sameBits;
    analysis.proven[KeyIndex{0}] = {};
    CHECK(json::key(dataset, analysis, KeyIndex{0})["harmless"] == false);
    analysis.classes[1].answer = ClassAnswer::sameBits;  // does not flip
    CHECK(json::key(dataset, analysis, KeyIndex{1})["predictedHarmless"] == false);
}

TEST_CASE("runs that do not tell their choice, and those with other candidates, are counted apart") {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet(2), other = builder.addSet(3);
    const KeyIndex key = builder.addKey("key");
    for (std::uint32_t i = 0; i < 6; ++i) {
        const std::optional<std::uint32_t> winner = i < 3 ? std::optional(0U) : std::nullopt;
        builder.decide(builder.addRun("run" + std::to_string(i + 1)), key, set, winner, {{0, 10}, {1, 12}});
    }
    builder.decide(builder.addRun("other"), key, other, 2);
    const Dataset dataset = builder.take();
    const Result<Analysis> analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    const json::Json made = json::key(dataset, analysis.value(), key);
    CHECK(made["runsWithWinner"] == 3);
    CHECK(made["runsWithoutWinner"] == 3);
    CHECK(made["runsWithOtherSet"] == 1);
    CHECK(made["verdict"] == "realWin");
    CHECK(made["verdicts"][0]["sentence"].get<std::string>().find(
              "chosen in every run that tells its choice among these candidates (3 of 7).") != std::string::npos);
}

TEST_CASE("runs and load report have fixed names") {
    const auto fixture = testing::suspectsFixture();
    const auto& [dataset, analysis] = fixture.report;
    JsonWriter writer("summary");
    json::addRuns(writer, dataset, analysis);
    LoadReport report = dataset.report;
    report.mergedRuns = {{"b/run1", "b/run1/log", {"run1#1", "run1#2"}}};
    json::addLoadReport(writer, report);
    const json::Json document = json::Json::parse(writer.take());
    CHECK(document["runs"][3]["id"] == "run4");
    CHECK(document["runs"][0]["exitStatus"].is_null());
    CHECK(document["problemCount"] == 1);
    CHECK(document["problems"][0] ==
          json::Json{{"kind", "damagedRecord"}, {"path", "run1/log"}, {"line", 7}, {"message", "not JSON"}});
    CHECK(document["notes"].size() == 1);
    CHECK(document["mergedRuns"] ==
          json::Json::parse(R"([{"id": "b/run1", "path": "b/run1/log", "into": ["run1#1", "run1#2"]}])"));
    CHECK(json::runIds(dataset, {RunIndex{1}}) == json::Json{"run2"});
    CHECK(json::keyIds(dataset, {KeyIndex{1}}) == json::Json{"steady"});
    CHECK(json::valuesOfRuns(dataset, analysis, {"x", std::nullopt}) == json::Json{{"run1", "x"}, {"run2", nullptr}});
    CHECK(json::foundOutcome(dataset, analysis, fixture.found[0])["values"]["run4"].is_null());
}
