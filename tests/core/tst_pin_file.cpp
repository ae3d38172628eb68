#include "core/pin/pin_file.h"
#include "tests/support/document_text.h"
#include "tests/support/sample_database.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

Pin fullPin() {
    Pin pin;
    pin.keyJson = R"({"big":18446744073709551615,"m":64,"small":1e-6})";
    pin.tuner = "tuner of a";
    pin.candidate = {2};
    pin.candidateName = "c \"quoted\"";
    pin.setChecksum = "ab";
    pin.setSize = 3;
    pin.places = {"autotune/0.11.0/device-0-0-cuda/t"};
    pin.reason = {"run:run14", "somebody", "It is what run14 used.", "f32/gemm4", true, 1.5e-7, -0.0123};
    pin.provenance = {{"run14", "run2"}, "device-0-0-cuda", "cubecl 0.11.0"};
    return pin;
}

Json fileOf(const Json& pins) {
    return {{"format", "flipscope-pins"}, {"version", 1}, {"pins", pins}};
}

Json smallPin(std::uint64_t m, std::uint32_t index) {
    return {{"key", {{"m", m}}}, {"candidate", {{"index", index}, {"set", "ab"}}}};
}

std::string errorOf(const std::string& text) {
    return parsePinFile(text).errorMessage();
}

}  // namespace

TEST_CASE("what is written is read back, numbers of the key as they were") {
    std::vector<Pin> pins = {fullPin()};
    namePins(pins);
    const auto back = parsePinFile(pinFileText(pins));
    REQUIRE_MESSAGE(back.hasValue(), back.errorMessage());
    CHECK((back.value() == pins));
    CHECK(pinFileText(back.value()) == pinFileText(pins));
    const Json json = Json::parse(pinFileText(pins));
    CHECK(json["version"] == 1);
    CHECK(json["pins"][0]["reason"]["class"]["basis"] == "measured");
    CHECK(json["pins"][0]["candidate"]["of"] == 3);
}

TEST_CASE("the order of the file is that of the keys, one pin a line") {
    std::vector<Pin> pins(3, fullPin());
    pins[0].keyJson = R"({"m":2})";
    pins[1].keyJson = R"({"m":1})";
    pins[1].tuner = "z";
    pins[2].keyJson = R"({"m":1})";
    namePins(pins);
    const std::string text = pinFileText(pins);
    CHECK(text == pinFileText({pins[2], pins[1], pins[0]}));
    CHECK(std::count(text.begin(), text.end(), '\n') == 5);
    const auto back = parsePinFile(text);
    REQUIRE(back);
    CHECK(back.value()[0].keyJson == R"({"m":1})");
    CHECK(back.value()[0].tuner == "tuner of a");
    CHECK(back.value()[2].tuner == "z");
}

TEST_CASE("the least that a file needs; further members are ignored") {
    Json pin = smallPin(7, 40);
    pin["command"] = "rm -rf /";
    Json file = fileOf(Json::array({pin}));
    file["later"] = {1, 2};
    const auto pins = parsePinFile(file.dump());
    REQUIRE_MESSAGE(pins.hasValue(), pins.errorMessage());
    REQUIRE(pins.value().size() == 1);
    CHECK(pins.value()[0].candidate == CandidateIndex{40});
    CHECK(pins.value()[0].keyJson == R"({"m":7})");
    CHECK(pins.value()[0].setSize == 0);
    CHECK(pins.value()[0].keyId.size() == 8);
    CHECK_FALSE(pins.value()[0].reason.error.has_value());
    CHECK(parsePinFile(fileOf(Json::array()).dump()).value().empty());
}

TEST_CASE("a file cannot call one key by another's name") {
    Json pin = smallPin(7, 0);
    pin["id"] = "31944fb2";
    pin["label"] = "matmul 1×1×1 f32";
    const auto pins = parsePinFile(fileOf(Json::array({pin})).dump());
    REQUIRE(pins);
    CHECK(pins.value()[0].keyId != "31944fb2");
    CHECK(test::holds(pins.value()[0].label, "key {"));
}

TEST_CASE("what cannot be used is named") {
    CHECK(test::holds(errorOf("nonsense"), "no JSON"));
    CHECK(test::holds(errorOf("[1]"), "no pin file"));
    CHECK(test::holds(errorOf(R"({"format":"flipscope-pins","pins":[]})"), "version is missing"));
    CHECK(test::holds(errorOf(R"({"format":"flipscope-pins","version":2,"pins":[]})"), "version is 2"));
    CHECK(test::holds(errorOf(R"({"format":"flipscope-pins","version":1})"), "no list"));
    CHECK(test::holds(errorOf(fileOf(Json::array({smallPin(1, 0), 5})).dump()), "pin 2: “key”"));
    Json pin = smallPin(1, 0);
    pin["key"] = "text";
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "pin 1: “key” is no JSON object"));
    for (const Json& index : {Json(-1), Json(1.5), Json("1"), Json(4294967296)}) {
        pin = smallPin(1, 0);
        pin["candidate"]["index"] = index;
        CHECK(
            test::holds(errorOf(fileOf(Json::array({pin})).dump()), "“candidate.index” is no whole number from 0 to"));
    }
    pin["candidate"]["index"] = nullptr;
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "no “index”"));
    pin = smallPin(1, 0);
    pin["candidate"].erase("set");
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "no “set”"));
    pin = smallPin(1, 3);
    pin["candidate"]["of"] = 3;
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "candidate 3 is behind the end of 3"));
}

TEST_CASE("a member of a wrong kind is never taken for a missing one") {
    const std::string text = pinFileText({fullPin()});
    const Json full = Json::parse(text)["pins"][0];
    for (const auto& each : std::vector<std::pair<std::string, std::string>>{{"/id", "text"},
                                                                             {"/label", "text"},
                                                                             {"/tuner", "text"},
                                                                             {"/candidate", "object"},
                                                                             {"/candidate/name", "text"},
                                                                             {"/candidate/set", "text"},
                                                                             {"/candidate/of", "whole number"},
                                                                             {"/places", "list of texts"},
                                                                             {"/places/0", "list of texts"},
                                                                             {"/reason", "object"},
                                                                             {"/reason/rule", "text"},
                                                                             {"/reason/by", "text"},
                                                                             {"/reason/words", "text"},
                                                                             {"/reason/class", "object"},
                                                                             {"/reason/class/id", "text"},
                                                                             {"/reason/class/basis", "text"},
                                                                             {"/reason/error", "number"},
                                                                             {"/reason/margin", "number"},
                                                                             {"/provenance", "object"},
                                                                             {"/provenance/runs", "list of texts"},
                                                                             {"/provenance/runs/1", "list of texts"},
                                                                             {"/provenance/device", "text"},
                                                                             {"/provenance/framework", "text"}}) {
        const auto& place = each.first;
        const auto& wanted = each.second;
        Json pin = full;
        pin[Json::json_pointer(place)] = true;
        std::string name = place.substr(1);
        std::replace(name.begin(), name.end(), '/', '.');
        while (name.back() == '0' || name.back() == '1' || name.back() == '.')
            name.pop_back();
        CHECK_MESSAGE(test::holds(errorOf(fileOf(Json::array({smallPin(1, 0), pin})).dump()),
                                  "pin 2: “" + name + "” is no " + wanted),
                      place, ": ", errorOf(fileOf(Json::array({smallPin(1, 0), pin})).dump()));
        // Null is as good as missing, but for what a pin needs.
        pin[Json::json_pointer(place)] = nullptr;
        const bool isNeeded = place == "/candidate" || place == "/candidate/set";
        const bool isItem = std::isdigit(static_cast<unsigned char>(place.back())) != 0;
        CHECK_MESSAGE(parsePinFile(fileOf(Json::array({pin})).dump()).hasValue() == !(isNeeded || isItem), place);
    }
    Json pin = full;
    pin["reason"]["class"]["basis"] = "guessed";
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "neither “measured” nor “predicted”"));
    pin = full;
    pin["candidate"]["of"] = 0;
    CHECK(test::holds(errorOf(fileOf(Json::array({pin})).dump()), "behind the end of 0"));
    CHECK(
        test::holds(errorOf(R"({"format":"flipscope-pins","version":"1","pins":[]})"), "“version” is no whole number"));
    CHECK(test::holds(errorOf(R"({"format":["flipscope-pins"],"version":1,"pins":[]})"), "no pin file"));
}

TEST_CASE("pins of one candidate set say the same of it") {
    Json first = smallPin(1, 2), second = smallPin(2, 4);
    first["candidate"]["of"] = 3;
    CHECK(test::holds(errorOf(fileOf(Json::array({first, second})).dump()),
                      "the candidate set ab: candidate 4 is behind the end of the 3 candidates that another pin says"));
    second["candidate"]["of"] = 5;
    CHECK(
        test::holds(errorOf(fileOf(Json::array({first, second})).dump()), "3 candidates in one pin and 5 in another"));
    second["candidate"]["set"] = "other";
    CHECK(parsePinFile(fileOf(Json::array({first, second})).dump()).hasValue());
    second = smallPin(2, 2);
    first["candidate"]["name"] = "a";
    second["candidate"]["name"] = "b";
    CHECK(test::holds(errorOf(fileOf(Json::array({first, second})).dump()), "candidate 2 is “a” in one pin and “b”"));
}

TEST_CASE("one key has one pin, or one for each place") {
    Json first = smallPin(1, 0), second = smallPin(1, 2);
    CHECK(test::holds(errorOf(fileOf(Json::array({first, smallPin(2, 0), second})).dump()), "pinned twice"));
    first["places"] = {"autotune/0.11.0/d0/t"};
    CHECK(test::holds(errorOf(fileOf(Json::array({first, second})).dump()), "pinned twice"));
    second["places"] = {"autotune/0.11.0/d1/t"};
    CHECK(parsePinFile(fileOf(Json::array({first, second})).dump()).hasValue());
    second["places"] = {"autotune/0.11.0/d1/t", "autotune/0.11.0/d0/t"};
    CHECK(test::holds(errorOf(fileOf(Json::array({first, second})).dump()), "pinned twice"));
    second["tuner"] = "other";  // another tuner may have an equal key
    CHECK(parsePinFile(fileOf(Json::array({first, second})).dump()).hasValue());
}

TEST_CASE("hostile texts do no harm") {
    std::string deep = R"({"format":"flipscope-pins","version":1,"pins":[{"key":)";
    for (int i = 0; i < 10'000; ++i)
        deep += R"({"a":)";
    CHECK_FALSE(parsePinFile(deep).hasValue());
    Json many = Json::array();
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        many.push_back(smallPin(1, 0));
        many.back()["places"] = {"autotune/v/d/" + std::to_string(i)};
    }
    CHECK(parsePinFile(fileOf(many).dump()).value().size() == 20'000);
    Pin pin = fullPin();
    pin.reason.by = "\x1b[31m\xff";
    pin.reason.error = std::numeric_limits<double>::infinity();
    const auto back = parsePinFile(pinFileText({pin}));
    REQUIRE_MESSAGE(back.hasValue(), back.errorMessage());
    CHECK(back.value()[0].reason.by.find('\x1b') == std::string::npos);
    CHECK_FALSE(back.value()[0].reason.error.has_value());
}

TEST_CASE("a file is read, and named when it cannot be") {
    const TemporaryFolder folder;
    writeFile(folder.file("pins.json"), pinFileText({fullPin()}));
    CHECK(readPinFile(folder.file("pins.json")).value().size() == 1);
    CHECK(test::holds(readPinFile(folder.file("none.json")).errorMessage(), "none.json"));
    writeFile(folder.file("bad.json"), "{");
    CHECK(test::holds(readPinFile(folder.file("bad.json")).errorMessage(), "bad.json: it is no JSON"));
    CHECK(test::holds(readPinFile(folder.path()).errorMessage(), "folder"));
}
