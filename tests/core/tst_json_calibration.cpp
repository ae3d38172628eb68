#include "core/report/calibration_report.h"
#include "tests/support/calibration_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using namespace flipscope::test;

TEST_CASE("a calibration as JSON") {
    CalibrationCase found;
    auto json = nlohmann::json::parse(calibrationJson(found.view(false)));
    CHECK(json["command"] == "calibrate");
    CHECK(json["verified"] == false);
    CHECK(json["written"].is_null());
    CHECK(json["means"] == "emulated");
    REQUIRE(json["types"].size() == 3);
    const auto& tf32 = json["types"][0];
    CHECK(tf32["operands"] == "TF32");
    CHECK(tf32["verified"] == true);
    CHECK(tf32["mma"]["keptFractionBits"] == 25);
    CHECK(tf32["mma"]["group"] == 8);
    CHECK(tf32["cmma"]["group"] == 4);
    CHECK(tf32["mma"]["rounding"] == "towardZero");
    CHECK(tf32["seededChecksums"]["equal"] == 24);
    CHECK(json["types"][1]["mma"]["outcome"] == "doesNotFit");
    CHECK(json["types"][1]["mma"]["keptFractionBits"].is_null());
    CHECK(json["types"][1]["cmma"]["outcome"] == "notReached");
    CHECK(json["types"][2]["mma"]["outcome"] == "notRun");
    found.makeVerified();
    json = nlohmann::json::parse(calibrationJson(found.view(true)));
    CHECK(json["verified"] == true);
    CHECK(json["written"] == "my card.json");
}

TEST_CASE("every outcome has a name of its own") {
    using Outcome = InstructionNumbers::Outcome;
    CHECK(toString(Outcome::fits) == "fits");
    CHECK(toString(Outcome::operandsIgnored) == "operandsIgnored");
    CHECK(toString(Outcome::failed) == "failed");
}
