#include "core/report/json_report.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using Json = nlohmann::json;

TEST_CASE("suspects carry the fixed names, the chance figures and the outcome") {
    const auto fixture = testing::suspectsFixture();
    const Json report = Json::parse(
        suspectsJson(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result, fixture.found));
    const Json& first = report["suspects"][0];
    CHECK(first["keys"] == Json{"flip"});
    CHECK(first["winners"]["flip"][1] ==
          Json::parse(R"({"index": 1, "name": "green", "runsByGroup": {"clean": 0, "exploded": 2},
                          "runs": 2, "median": null})"));
    for (const char* name : {"p", "pMin", "pAdjusted"})
        CHECK(first[name].get<double>() == doctest::Approx(1.0 / 3));
    CHECK(first["predictedBits"] == Json{{"flip", "unknown"}});
    CHECK(first["measuredBits"] == Json::object());
    CHECK(first["separates"] == true);
    CHECK(first["verdicts"]["flip"]["verdict"] == "coinFlip");
    CHECK(first["tooFinelySplit"] == true);
    for (const char* name : {"expectedByChance", "expectedGroupsByChance", "probabilityByChance"}) {
        CHECK(report[name].get<double>() == doctest::Approx(1.0 / 3));
    }
    CHECK(report["method"] == "exact: all 6 labelings");
    CHECK(report["outcome"]["groups"][1] ==
          Json::parse(R"({"name": "exploded", "runs": ["run3", "run4"], "distinctValues": 1})"));
    CHECK(report["outcomesFound"].size() == 1);
    CHECK(report["probabilityInterval"].is_null());
}

TEST_CASE("bits that were measured do not stand among the predicted ones") {
    auto fixture = testing::suspectsFixture();
    const auto first = [&fixture] {
        return Json::parse(suspectsJson(fixture.report.dataset, fixture.report.analysis, fixture.outcome,
                                        fixture.result))["suspects"][0];
    };
    takeMeasured(fixture.report.analysis, {{KeyIndex{0}, {ClassBasis::emulated, "", "", {{{0}, 1}, {{1}, 2}}}}});
    CHECK(first()["predictedBits"] == Json{{"flip", "differentBits"}});
    takeMeasured(fixture.report.analysis, {{KeyIndex{0}, {ClassBasis::replica, "", "", {{{0}, 1}, {{1}, 1}}}}});
    CHECK(first()["predictedBits"] == Json::object());
    CHECK(first()["measuredBits"] == Json{{"flip", "sameBits"}});
}

TEST_CASE("a simulated probability comes with its interval") {
    auto fixture = testing::suspectsFixture();
    fixture.result.chance.interval = {{0.25, 0.5}};
    const Json report =
        Json::parse(suspectsJson(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result));
    CHECK(report["probabilityInterval"] == Json::parse("[0.25, 0.5]"));
}
