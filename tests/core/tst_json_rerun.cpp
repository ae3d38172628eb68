#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

TEST_CASE("a re-run as JSON") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    const RerunView view{"matmul (1234)", "1234", "Hopper", {report.rounds[0].results[1].candidate}, report, findings};
    const auto json = nlohmann::json::parse(rerunJson(view));
    CHECK(json["schema"] == "flipscope/1");
    CHECK(json["command"] == "rerun");
    CHECK(json["key"] == "1234");
    CHECK(json["means"] == "emulated");
    CHECK(json["baseline"]["index"] == 0);
    CHECK(json["winners"][0]["name"] == "b");
    REQUIRE(json["candidates"].size() == 5);
    CHECK(json["candidates"][0]["verdict"] == "sameBits");
    CHECK(json["candidates"][0]["measuredClass"] == "A");
    CHECK(json["candidates"][2]["verdict"] == "withinRounding");
    CHECK(json["candidates"][3]["measuredClass"].is_null());
    CHECK(json["candidates"][4]["findings"] == nlohmann::json::array({"writesOutside"}));
    const auto& results = json["rounds"][0]["results"];
    CHECK(results[0]["checksum"] == "abcdef0123456789");
    CHECK(results[3]["checksum"].is_null());
    CHECK(results[3]["status"] == "refused");
    CHECK(json["blocklist"].size() == 2);
    CHECK(json["blocklist"][1]["name"] == "e");
}
