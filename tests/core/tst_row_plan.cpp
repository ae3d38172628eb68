#include "core/pin/row_plan.h"
#include "core/read/cbor_json.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const std::string kTuner = "/tuner-a";
const std::string kPlace0 = "autotune/0.11.0/device-0-0-cuda" + kTuner;
const std::string kPlace1 = "autotune/0.11.0/device-0-1-cuda" + kTuner;

Pin pinOf(std::string key, std::uint32_t candidate, std::string set = "ab") {
    Pin pin;
    pin.keyJson = std::move(key);
    pin.candidate = {candidate};
    pin.setChecksum = std::move(set);
    return pin;
}

ChoiceRow rowOf(std::string place, std::string key, std::string set = "ab", std::size_t candidates = 0) {
    ChoiceRow row;
    row.nameSpace = std::move(place);
    row.canonicalJson = std::move(key);
    row.checksum = std::move(set);
    row.keyBlob = "blob of " + row.canonicalJson + " in " + row.nameSpace;
    row.candidates = candidates;
    return row;
}

}  // namespace

TEST_CASE("the base's place and key bytes are taken where it holds the key") {
    const auto plan = planRows({pinOf(R"({"m":1})", 3)}, {rowOf(kPlace0, R"({"m":1})"), rowOf(kPlace1, R"({"m":2})")});
    REQUIRE_MESSAGE(plan.hasValue(), plan.errorMessage());
    REQUIRE(plan.value().rows.size() == 1);
    CHECK(plan.value().rows[0].nameSpace == kPlace0);
    CHECK(plan.value().rows[0].keyBlob == R"(blob of {"m":1} in )" + kPlace0);
    CHECK(plan.value().warnings.empty());
}

TEST_CASE("a key that the base lacks goes to every tuner of its candidate set, with bytes made from the key") {
    const auto plan = planRows({pinOf(R"({"m":9})", 3)}, {rowOf(kPlace0, R"({"m":1})"), rowOf(kPlace1, R"({"m":2})"),
                                                          rowOf("autotune/0.11.0/d/other", R"({"m":3})", "cd")});
    REQUIRE_MESSAGE(plan.hasValue(), plan.errorMessage());
    REQUIRE(plan.value().rows.size() == 2);
    CHECK(plan.value().rows[0].nameSpace == kPlace0);
    CHECK(plan.value().rows[1].nameSpace == kPlace1);
    CHECK(jsonFromCbor(plan.value().rows[0].keyBlob).value() ==
          nlohmann::json{{"key", {{"m", 9}}}, {"checksum", "ab"}});
}

TEST_CASE("two devices with equal key objects: the place of the pin decides, else both are meant") {
    const std::vector<ChoiceRow> base = {rowOf(kPlace0, R"({"m":1})"), rowOf(kPlace1, R"({"m":1})")};
    Pin first = pinOf(R"({"m":1})", 3), second = pinOf(R"({"m":1})", 4);
    CHECK(planRows({first}, base).value().rows.size() == 2);
    first.places = {kPlace0};
    second.places = {kPlace1};
    const auto plan = planRows({first, second}, base);
    REQUIRE_MESSAGE(plan.hasValue(), plan.errorMessage());
    REQUIRE(plan.value().rows.size() == 2);
    CHECK(plan.value().rows[0].nameSpace == kPlace0);
    CHECK(plan.value().rows[1].nameSpace == kPlace1);
    second.places.clear();
    CHECK(test::holds(planRows({first, second}, base).errorMessage(), "pinned twice"));
}

TEST_CASE("places without a base are those of the pins") {
    Pin pin = pinOf(R"({"m":1})", 3);
    CHECK(test::holds(planRows({pin}, {}).errorMessage(), "no base database"));
    CHECK(test::holds(planRows({pin}, {rowOf(kPlace0, R"({"m":1})", "other")}).errorMessage(), "same candidate set"));
    pin.places = {kPlace0};
    const auto plan = planRows({pin}, {});
    CHECK(plan.value().rows.size() == 1);
    REQUIRE(plan.value().warnings.size() == 1);
    CHECK(test::holds(plan.value().warnings[0], "How many candidates the set ab has is not known"));
    pin.setSize = 7;
    CHECK(test::holds(planRows({pin}, {}).value().warnings.at(0),
                      "set ab has, 7, is taken from the pin file: without a base"));
    pin.places = {"records/v1/autotune"};
    CHECK(test::holds(planRows({pin}, {}).errorMessage(), "no autotune namespace"));
    pin.places = {"autotune/"};
    CHECK_FALSE(planRows({pin}, {}).hasValue());
}

TEST_CASE("an index behind the end is refused, by the base's knowledge before the pin's own") {
    const std::vector<ChoiceRow> base = {rowOf(kPlace0, R"({"m":1})", "ab", 4)};
    Pin pin = pinOf(R"({"m":1})", 4);
    CHECK(test::holds(planRows({pin}, base).errorMessage(), "candidate 4 is behind the end of 4 candidates"));
    pin.setSize = 99;
    CHECK_FALSE(planRows({pin}, base).hasValue());
    pin.candidate = {3};
    CHECK(planRows({pin}, base).hasValue());
    pin.places = {kPlace0};
    pin.setSize = 2;
    CHECK_FALSE(planRows({pin}, {}).hasValue());
}

TEST_CASE("a name of another candidate is refused where the base tells names, or its index is taken with a word") {
    const std::vector<ChoiceRow> base = {rowOf(kPlace0, R"({"m":1})")};
    Pin pin = pinOf(R"({"m":1})", 1);
    pin.candidateName = "c";
    const SetNames names{{"ab", {"a", "b", "c"}}};
    const std::string refusal = planRows({pin}, base, {names, false}).errorMessage();
    CHECK(
        test::holds(refusal, R"({"m":1}, pinned to 1 c: in the base candidate 1 is b, and c is 2. Correct the index)"));
    CHECK(test::holds(refusal, "pin write --force writes the index"));
    const auto taken = planRows({pin}, base, {names, true});
    REQUIRE_MESSAGE(taken, taken.errorMessage());
    REQUIRE(taken.value().warnings.size() == 1);
    CHECK(test::holds(taken.value().warnings[0], "c is 2. The index is written, the name has no effect."));
    CHECK(planRows({pin}, base, {{{"other set", {"a", "b"}}}, false}).value().warnings.empty());
    pin.candidateName = "b";
    CHECK(planRows({pin}, base, {names, false}).value().warnings.empty());
}

TEST_CASE("keys that the base does not hold, or holds elsewhere, are written and told") {
    const std::vector<ChoiceRow> base = {rowOf(kPlace0, R"({"m":1})"), rowOf(kPlace1, R"({"m":2})")};
    Pin moved = pinOf(R"({"m":1})", 1);
    moved.places = {kPlace1};
    const auto plan = planRows({pinOf(R"({"m":9})", 3), moved, pinOf(R"({"m":2})", 0), pinOf("{}", 0)}, base);
    REQUIRE_MESSAGE(plan, plan.errorMessage());
    CHECK(plan.value().notInBase == std::vector<std::size_t>{0, 3});
    REQUIRE(plan.value().warnings.size() == 2);
    CHECK(test::holds(plan.value().warnings[0], R"(does not hold 2 pinned keys: {"m":9}, {}. Their pins are written)"));
    CHECK(plan.value().warnings[1] ==
          "The base holds {\"m\":1} in " + kPlace0 + ", the pin is written to " + kPlace1 + ".");
    CHECK(planRows({moved}, {}).value().notInBase.empty());  // no base tells nothing
}

TEST_CASE("keys that are no objects and sets without a checksum are refused") {
    CHECK_FALSE(planRows({pinOf("3", 0)}, {rowOf(kPlace0, "3")}).hasValue());
    CHECK_FALSE(planRows({pinOf("{", 0)}, {rowOf(kPlace0, "{")}).hasValue());
    CHECK_FALSE(planRows({pinOf(R"({"m":1})", 0, "")}, {rowOf(kPlace0, R"({"m":1})", "")}).hasValue());
}

TEST_CASE("places and sets that the base's programs do not use are warned of") {
    Pin pin = pinOf(R"({"m":1})", 3);
    pin.places = {kPlace0};
    const auto other = planRows({pin}, {rowOf("autotune/0.11.3/device-0-0-cuda" + kTuner, R"({"m":1})")});
    REQUIRE(other.value().warnings.size() == 1);
    CHECK(test::holds(other.value().warnings[0], "0.11.3"));
    const auto stale = planRows({pin}, {rowOf(kPlace0, R"({"m":1})", "new")});
    REQUIRE(stale.value().warnings.size() == 1);
    CHECK(test::holds(stale.value().warnings[0], "tune anew"));
}
