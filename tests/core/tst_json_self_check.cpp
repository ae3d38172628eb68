#include "core/report/self_check_report.h"
#include "tests/support/self_check_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using namespace flipscope::test;

TEST_CASE("a self-check as JSON") {
    SelfCheckView view = equalCheck();
    view.deviceShapes = differentPart();
    const auto json = nlohmann::json::parse(selfCheckJson(view));
    CHECK(json["command"] == "self-check");
    CHECK(json["passed"] == false);
    CHECK(json["skipped"].is_null());
    CHECK(json["device"]["driver"] == "CUDA 13.0");
    CHECK(json["card"] == "Hopper");
    CHECK(json["emulator"]["allEqual"] == true);
    CHECK(json["emulator"]["classes"][1]["refused"] == 0);
    CHECK(json["emulator"]["classes"][1]["unexpected"] == 0);
    CHECK(json["emulator"]["classes"][1]["notComputable"] == 1);
    CHECK(json["deviceShapes"]["allEqual"] == false);
    CHECK(json["deviceShapes"]["classes"][2]["class"] == "tf32-rna/g8");
    CHECK(json["deviceShapes"]["classes"][2]["different"] == 2);
    CHECK(json["deviceShapes"]["contraries"].size() == 1);
}

TEST_CASE("without a GPU its parts are null, and why is said") {
    const auto json = nlohmann::json::parse(selfCheckJson(skippedCheck()));
    CHECK(json["passed"] == true);
    CHECK(json["skipped"] == "the worker has no device");
    CHECK(json["device"].is_null());
    CHECK(json["deviceCells"].is_null());
    CHECK(json["deviceShapes"].is_null());
}
