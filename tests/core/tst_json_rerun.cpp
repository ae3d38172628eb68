#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

TEST_CASE("a re-run as JSON") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    RerunView view{"matmul (1234)", "Hopper", {report.rounds[0].results[1].candidate}, report, findings};
    view.keyId = "1234";
    const auto json = nlohmann::json::parse(rerunJson(view));
    CHECK(json["schema"] == "flipscope/1");
    CHECK(json["command"] == "rerun");
    CHECK(json["key"] == "1234");
    CHECK(json["means"] == "emulated");
    CHECK(json["baseline"]["index"] == 0);
    CHECK(json["winners"][0]["name"] == "b");
    REQUIRE(json["results"].size() == 5);
    CHECK(json["results"][0]["verdict"] == "sameBits");
    CHECK(json["results"][0]["class"] == "A");
    CHECK(json["results"][2]["verdict"] == "withinRounding");
    CHECK(json["results"][2]["comparedWithBaseline"] == true);
    CHECK(json["results"][2]["largestError"] == 1e-8);
    CHECK(json["results"][3]["largestError"].is_null());
    CHECK(json["inputsTried"] == 1);
    CHECK(json["results"][2]["inputsRan"] == 1);
    CHECK(json["results"][3]["inputsRan"] == 0);
    CHECK(json["results"][3]["class"].is_null());
    CHECK(json["results"][4]["findings"] == nlohmann::json::array({"writesOutside"}));
    const auto& results = json["rounds"][0]["results"];
    CHECK(results[0]["checksum"] == "abcdef0123456789");
    CHECK(results[3]["checksum"].is_null());
    CHECK(results[3]["status"] == "refused");
    CHECK(json["blocklist"].empty());  // a model accuses nobody
    CHECK(json["bucket"].is_null());
    CHECK(json["rounds"][0]["check"] == "keySizes");
    CHECK(json["rounds"][0]["place"] == "unknown");
    CHECK(json["rounds"][0]["problem"]["lhsTransposed"] == false);
    CHECK(json["results"][0]["comparedRepeats"] == 1);
    CHECK(json["results"][0]["repeatRateBelow"].is_null());
    CHECK(json["results"][0]["incidents"].empty());
    CHECK(json["results"][3]["incidents"][0]["status"] == "refused");
    CHECK(json["results"][4]["incidents"][0]["findings"] == nlohmann::json::array({"writesOutside"}));
    CHECK(json["results"][4]["incidents"][0]["round"] == 0);
}

TEST_CASE("findings in JSON are all that hold on any input, and what differs bounds no rate") {
    RerunReport report = test::realRerun();
    report.rounds[0].results[0].differentRepeats = 1;
    report.rounds[1].results[0].guardBytesChanged = 4;
    const auto jsonOf = [&] {
        const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
        return nlohmann::json::parse(rerunJson({"matmul (1234)", "H200", {}, report, findings}));
    };
    CHECK(jsonOf()["results"][0]["verdict"] == "writesOutside");
    CHECK(jsonOf()["results"][0]["findings"] == nlohmann::json::array({"writesOutside", "nondeterministic"}));
    report.rounds[1] = report.rounds[0];
    report.rounds[0].results[0].differentRepeats = report.rounds[1].results[0].differentRepeats = 0;
    report.rounds[0].results[0].comparedRepeats = 60;
    CHECK(jsonOf()["results"][0]["repeatRateBelow"] == 3.0 / 61);
    report.rounds[1].results[0].checksum += 1;
    CHECK(jsonOf()["results"][0]["findings"] == nlohmann::json::array({"nondeterministic"}));
    CHECK(jsonOf()["results"][0]["repeatRateBelow"].is_null());
    CHECK(jsonOf()["results"][0]["reason"].get<std::string>().find("abcdef0123456789") != std::string::npos);
}

TEST_CASE("every round says whose kernels were meant") {
    RerunReport report = test::smallRerun();
    report.rounds[0].request.codeGenerator = CodeGenerator::llvm;
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    const auto json = nlohmann::json::parse(rerunJson({"matmul (1234)", "Hopper", {}, report, findings}));
    CHECK(json["rounds"][0]["codeGenerator"] == "llvm");
}

TEST_CASE("a blocklist names key, set and candidates, each with reasons and the inputs where it was caught") {
    RerunReport report = test::realRerun();
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    const RerunView view{"matmul (1234)", "H200", {}, report, findings};
    const std::string text = blocklistJson(view, {"1234", "matmul", R"({"definition":{"m":8}})", "f8af"});
    CHECK(text == blocklistJson(view, {"1234", "matmul", R"({"definition":{"m":8}})", "f8af"}));
    const auto json = nlohmann::json::parse(text);
    CHECK(json["schema"] == "flipscope/1");
    CHECK(json["command"] == "blocklist");
    CHECK(json["key"]["id"] == "1234");
    CHECK(json["key"]["json"]["definition"]["m"] == 8);
    CHECK(json["candidateSet"] == "f8af");
    CHECK(json["device"] == "H200");
    CHECK(json["means"] == "real");
    CHECK(json["tried"].size() == 5);
    CHECK(json["inputs"].size() == 2);
    REQUIRE(json["candidates"].size() == 3);
    CHECK(json["candidates"][0]["name"] == "b");
    CHECK(json["candidates"][0]["index"] == 1);
    CHECK(json["candidates"][0]["reasons"][0]["status"] == "refused");
    CHECK(json["candidates"][0]["reasons"][0]["reason"] == "k must be even");
    CHECK(json["candidates"][0]["reasons"][0]["inputs"] == nlohmann::json::array({1}));
    CHECK(json["inputs"][1]["problem"]["k"] == 63);
    CHECK(json["inputs"][1]["check"] == "bucketMember");
    CHECK(json["inputs"][1]["place"] == "inside");
    CHECK(json["inputs"][1]["placement"]["lhsStride"] == 65);
    REQUIRE(json["candidates"][1]["reasons"].size() == 1);
    CHECK(json["candidates"][1]["reasons"][0]["inputs"] == nlohmann::json::array({0, 1}));
    CHECK(json["candidates"][2]["reasons"][0]["findings"] == nlohmann::json::array({"writesOutside"}));
    CHECK(nlohmann::json::parse(blocklistJson(view, {"1", "m", "no json", ""}))["key"]["json"].is_null());
    const auto whole = nlohmann::json::parse(rerunJson(view));
    REQUIRE(whole["blocklist"].size() == 3);
    CHECK(whole["blocklist"][2]["name"] == "e");
}
