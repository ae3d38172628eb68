#include "core/report/json_report.h"
#include "tests/support/suspects_fixture.h"

#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using Json = nlohmann::json;

TEST_CASE("the summary counts flips and lists every key") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Json report = Json::parse(summaryJson(dataset, analysis));
    CHECK(report["flippingKeys"] == 1);
    CHECK(report["flippingKeysByVerdict"] == Json{{"coinFlip", 1}, {"disturbed", 0}, {"cannotTell", 0}});
    CHECK(report["predictedHarmlessKeys"] == 0);
    CHECK(report["keys"].size() == 3);
    CHECK(report["flipGroups"] == Json::parse(R"([{"keys": ["flip"], "blocks": 2}])"));
    CHECK(report["partialKeys"] ==
          Json::parse(R"([{"key": "late", "present": ["run3", "run4"], "absent": ["run1", "run2"]}])"));
}

TEST_CASE("keys that are predicted harmless and those that are measured so are counted apart") {
    auto [dataset, analysis] = testing::reportFixture();
    analysis.classes[0].answer = ClassAnswer::sameBits;
    Json report = Json::parse(summaryJson(dataset, analysis));
    CHECK(report["predictedHarmlessKeys"] == 1);
    CHECK(report["harmlessKeys"] == 0);
    takeMeasured(analysis, {{KeyIndex{0}, {ClassBasis::real, "H200", "", {{{0}, 1}, {{1}, 1}}}}});
    report = Json::parse(summaryJson(dataset, analysis));
    CHECK(report["predictedHarmlessKeys"] == 0);
    CHECK(report["harmlessKeys"] == 1);
}

TEST_CASE("a difference lists every key of the two runs and details of those that differ") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Json report = Json::parse(diffJson(dataset, analysis, compareRuns(dataset, analysis, 0, 2)));
    CHECK(report["a"] == "run1");
    CHECK(report["b"] == "run3");
    CHECK(report["flippingKeys"] == 1);
    CHECK(report["differences"].size() == 3);
    CHECK(report["differences"][0]["verdict"] == "coinFlip");
    CHECK(report["keys"].size() == 2);
}

TEST_CASE("a key comes with candidates and what each run measured") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Json report = Json::parse(keyJson(dataset, analysis, KeyIndex{0}));
    CHECK(report["keys"].size() == 1);
    CHECK(report["candidates"][1]["name"] == "green");
    CHECK(report["decisions"]["run1"]["measured"][0]["medianNs"] == 1000);
    CHECK(report["decisions"]["run1"]["failed"].size() == 1);
    CHECK(Json::parse(keyJson(dataset, analysis, KeyIndex{2}))["decisions"]["run1"].is_null());
}

TEST_CASE("found outcomes are listed with their values") {
    const auto fixture = testing::suspectsFixture();
    const Json report = Json::parse(outcomesJson(fixture.report.dataset, fixture.report.analysis, fixture.found));
    CHECK(report["outcomes"][0]["pattern"] == "loss ([0-9]+)");
}

TEST_CASE("a table keeps its types, what is not finite becomes null") {
    DataTable table{"t", {"a", "b", "c"}, {{true, std::int64_t{-1}, std::string("x")}}};
    table.rows.push_back({DataValue{}, std::numeric_limits<double>::infinity(), 0.5});
    const Json report = Json::parse(toJson(table));
    CHECK(report["what"] == "t");
    CHECK(report["rows"] == Json::parse(R"([[true, -1, "x"], [null, null, 0.5]])"));
}
