#include "core/report/pin_report.h"
#include "tests/support/pin_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

TEST_CASE("pins made and shown have the members of the file") {
    const PinFixture fixture;
    const Json made = Json::parse(pinsMadeJson(fixture.dataset, fixture.choice, "pins.json"));
    CHECK(made["command"] == "pin make");
    CHECK(made["file"] == "pins.json");
    REQUIRE(made["pins"].size() == 2);
    CHECK(made["pins"][0]["candidate"]["index"] == 0);
    CHECK(made["pins"][0]["key"]["m"] == 1);
    CHECK(made["unpinned"][0]["because"] == "the run did not tune this key");
    CHECK(made["warnings"][0]["words"] == "Candidate 2 never ran.");
    CHECK(made["problemCount"] == 0);
    const Json shown = Json::parse(pinsJson(fixture.pins));
    CHECK(shown["command"] == "pin show");
    CHECK(shown["pins"] == made["pins"]);
}

TEST_CASE("what was written") {
    const PinFixture fixture;
    const Json json = Json::parse(pinsWrittenJson({fixture.pins, fixture.written, "base.db", "out.db"}));
    CHECK(json["command"] == "pin write");
    CHECK(json["base"] == "base.db");
    CHECK(json["out"] == "out.db");
    REQUIRE(json["rows"].size() == 2);
    CHECK(json["rows"][1]["candidate"] == 2);
    CHECK(json["rows"][1]["place"] == "autotune/0.11.0/device-0-0-cuda/t");
    CHECK(json["otherRowsKept"] == 5);
    CHECK(json["otherRowsDropped"] == 2);
    CHECK(json["otherChoicesDropped"] == 3);
    CHECK(json["otherChoicesKept"] == 0);
    CHECK(json["warnings"].size() == 1);
    CHECK(Json::parse(pinsWrittenJson({fixture.pins, fixture.written, "", "out.db"}))["base"].is_null());
}

TEST_CASE("pins against runs") {
    const PinFixture fixture;
    const Json json = Json::parse(pinCheckJson(fixture.pins, fixture.dataset, fixture.check()));
    CHECK(json["command"] == "pin check");
    CHECK(json["notObeyed"] == 1);
    CHECK(json["tunedAnew"] == 2);
    CHECK(json["pins"][0]["states"] == Json{{"run1", "tunedAnew"}, {"run2", "notObeyed"}});
    CHECK(json["pins"][0]["used"] == Json{{"run1", 0}, {"run2", 1}});
    CHECK(json["pins"][0]["known"] == true);
    CHECK(json["keysWithoutPin"].size() == 1);
}
