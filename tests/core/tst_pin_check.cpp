#include "core/pin/pin_check.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

Pin pinFor(const Dataset& dataset, KeyIndex key, std::uint32_t candidate, CandidateSetIndex set) {
    Pin pin;
    pin.keyJson = keyOf(dataset, key).canonicalJson;
    pin.tuner = keyOf(dataset, key).tuner;
    pin.candidate = {candidate};
    pin.setChecksum = setOf(dataset, set).checksum;
    return pin;
}

PinState stateIn(const PinCheck& check, std::size_t pin, std::size_t column) {
    return check.pins.at(pin).runs.at(column).state;
}

}  // namespace

TEST_CASE("each state of a pin in a run") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3), changed = builder.addSet(4);
    const auto key = builder.addKey("k"), other = builder.addKey("other");
    std::vector<RunIndex> runs;
    for (const char* name : {"anew", "not", "stale", "silent", "database", "unknown"})
        runs.push_back(builder.addRun(name));
    builder.decide(runs[0], key, set, 1).line = 4;
    builder.decide(runs[1], key, set, 2).line = 4;
    builder.decide(runs[1], key, set, 2).failed = {{{1}, CandidateStatus::failed, 0}};
    builder.decide(runs[2], key, changed, 1).line = 4;
    builder.decide(runs[3], other, set, 1).line = 4;
    builder.decide(runs[4], key, set, 1).line = 0;
    builder.decide(runs[5], key, set, std::nullopt).line = 4;
    const Dataset dataset = builder.take();
    const PinCheck check = checkPins({pinFor(dataset, key, 1, set)}, dataset, buildWinnerMatrix(dataset));
    REQUIRE(check.pins.size() == 1);
    CHECK(check.pins[0].key == key);
    CHECK((stateIn(check, 0, 0) == PinState::tunedAnew));
    CHECK((stateIn(check, 0, 1) == PinState::notObeyed));
    CHECK(check.pins[0].runs[1].used == CandidateIndex{2});
    CHECK((stateIn(check, 0, 2) == PinState::stale));
    CHECK((stateIn(check, 0, 3) == PinState::notLogged));
    CHECK((stateIn(check, 0, 4) == PinState::cannotTell));
    CHECK(check.pins[0].runs[4].because == "no decision log and no sign that the program opened the database");
    CHECK((stateIn(check, 0, 5) == PinState::cannotTell));
    CHECK(check.stale == 1);
    CHECK(check.notObeyed == 1);
    CHECK(check.tunedAnew == 1);
    CHECK(check.keysWithoutPin == std::vector<KeyIndex>{other});
}

TEST_CASE("a failure of the pinned candidate is found") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("k");
    const auto run = builder.addRun("run1");
    builder.decide(run, key, set, 0).failed = {{{2}, CandidateStatus::failed, 0}};
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    CHECK(checkPins({pinFor(dataset, key, 2, set)}, dataset, matrix).pins[0].failedIn == std::vector<RunIndex>{run});
    CHECK(checkPins({pinFor(dataset, key, 1, set)}, dataset, matrix).failed == 0);
}

TEST_CASE("keys of equal objects are told apart by their tuners, runs by their devices") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto first = builder.addKey("k"), second = builder.addKey("k");
    builder.dataset().keys[0].tuner = "matmul";
    builder.dataset().keys[1].tuner = "other";
    const auto run = builder.addRun("run1");
    builder.decide(run, first, set, 0).line = 1;
    builder.decide(run, second, set, 1).line = 2;
    builder.dataset().runs[0].environment = {{"device", "device-0-1-cuda"}};
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    Pin pin = pinFor(dataset, second, 1, set);
    CHECK((stateIn(checkPins({pin}, dataset, matrix), 0, 0) == PinState::tunedAnew));
    pin.tuner = "matmul";
    CHECK((stateIn(checkPins({pin}, dataset, matrix), 0, 0) == PinState::notObeyed));
    pin.tuner = "reduce";  // neither has it
    const PinCheck neither = checkPins({pin}, dataset, matrix);
    CHECK((stateIn(neither, 0, 0) == PinState::otherTuner));
    CHECK(neither.pins[0].otherTuners == std::vector<std::string>{"matmul", "other"});
    CHECK(neither.otherTuner == 1);
    CHECK(neither.unknownKey == 0);
    pin.tuner.clear();  // two keys have this object
    CHECK(checkPins({pin}, dataset, matrix).otherTuner == 0);
    CHECK_FALSE(checkPins({pin}, dataset, matrix).pins[0].key.has_value());
    pin.tuner = "matmul";
    pin.places = {"autotune/0.11.0/device-0-0-cuda/t"};
    const PinCheck elsewhere = checkPins({pin}, dataset, matrix);
    CHECK((stateIn(elsewhere, 0, 0) == PinState::otherDevice));
    CHECK(elsewhere.notObeyed == 0);
    pin.places.push_back("autotune/0.11.0/device-0-1-cuda/t");
    CHECK((stateIn(checkPins({pin}, dataset, matrix), 0, 0) == PinState::notObeyed));
}

TEST_CASE("a pin for a key that no run has is counted, whatever its set") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("k");
    builder.decide(builder.addRun("run1"), key, set, 0).line = 1;
    const Dataset dataset = builder.take();
    Pin pin = pinFor(dataset, key, 0, set);
    pin.keyJson = "elsewhere";
    // Without a database nothing tells whether the program took the pin from one.
    const PinCheck ofLog = checkPins({pin}, dataset, buildWinnerMatrix(dataset));
    CHECK((stateIn(ofLog, 0, 0) == PinState::notLogged));
    CHECK(ofLog.unknownKey == 1);
    const PinCheck check = checkPins({pin}, dataset, buildWinnerMatrix(dataset),
                                     {{RunIndex{0}, "autotune/0.11.0/d/t", "k", pin.setChecksum, {1}}});
    CHECK((stateIn(check, 0, 0) == PinState::unknownKey));
    CHECK(check.pins[0].isUnknown);
    CHECK(check.unknownKey == 1);
    CHECK(check.keysWithoutPin.size() == 1);
    // A database that holds it, with any set, knows it.
    const auto held = checkPins({pin}, dataset, buildWinnerMatrix(dataset),
                                {{RunIndex{0}, "autotune/0.11.0/d/t", "elsewhere", "other set", {1}}});
    CHECK((stateIn(held, 0, 0) == PinState::notLogged));
    CHECK(held.unknownKey == 0);
    CHECK(toString(PinState::notLogged) == "notLogged");
    CHECK(toString(PinState::unknownKey) == "unknownKey");
    CHECK(toString(PinState::cannotTell) == "cannotTell");
}

TEST_CASE("a pin with the index of one candidate and the name of another is believed by no run") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3), changed = builder.addSet(4);
    const auto key = builder.addKey("k");
    const auto tuned = builder.addRun("tuned"), stale = builder.addRun("stale"), silent = builder.addRun("silent");
    builder.decide(tuned, key, set, 1).line = 1;
    builder.decide(stale, key, changed, 1).line = 1;
    builder.dataset().runs[silent.value].choicesUnknown = true;
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    Pin pin = pinFor(dataset, key, 1, set);
    pin.candidateName = "c2";
    const std::vector<PlacedChoice> places{{silent, "autotune/0.11.0/d/t", "k", pin.setChecksum, {1}}};
    const PinCheck check = checkPins({pin}, dataset, matrix, places);
    CHECK((stateIn(check, 0, 0) == PinState::otherName));
    CHECK((stateIn(check, 0, 1) == PinState::stale));
    CHECK((stateIn(check, 0, 2) == PinState::otherName));
    CHECK(check.pins[0].disagreement == "candidate 1 is c1, and c2 is 2");
    CHECK(check.otherName == 1);
    CHECK(check.tunedAnew == 0);
    CHECK(toString(PinState::otherName) == "otherName");
    pin.candidateName = "c1";
    CHECK((stateIn(checkPins({pin}, dataset, matrix, places), 0, 2) == PinState::inEffect));
    pin.setChecksum = "another";  // of a set that no run has: nothing tells its names
    pin.candidateName = "c2";
    CHECK(checkPins({pin}, dataset, matrix, places).otherName == 0);
}

TEST_CASE("where a run did not tune the key, its database tells") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("k");
    const auto silent = builder.addRun("silent"), tuned = builder.addRun("tuned");
    builder.decide(tuned, key, set, 0).line = 1;
    builder.dataset().runs[silent.value].choicesUnknown = true;  // an empty log
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    Pin pin = pinFor(dataset, key, 1, set);
    const std::string place = "autotune/0.11.0/device-0-0-cuda/t";
    const auto check = [&](std::vector<PlacedChoice> places) { return checkPins({pin}, dataset, matrix, places); };
    CHECK((stateIn(check({{silent, place, "k", pin.setChecksum, {1}}}), 0, 0) == PinState::inEffect));
    const PinCheck other =
        check({{silent, place, "k", pin.setChecksum, {2}}, {tuned, place, "k", pin.setChecksum, {1}}});
    CHECK((stateIn(other, 0, 0) == PinState::otherInDatabase));
    CHECK(other.pins[0].runs[0].used == CandidateIndex{2});
    CHECK((stateIn(other, 0, 1) == PinState::notObeyed));
    CHECK(other.notObeyed == 1);
    CHECK((stateIn(check({{silent, place, "k", "other set", {1}}}), 0, 0) == PinState::notLogged));
    pin.places = {"autotune/0.11.0/device-0-1-cuda/t"};
    CHECK((stateIn(check({{silent, place, "k", pin.setChecksum, {1}}}), 0, 0) == PinState::notLogged));
}

TEST_CASE("a pin in a database is in effect only in a run that shows that it used the database") {
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey("k");
    const auto run = builder.addRun("run");
    builder.decide(run, key, set, 1).line = 0;  // as a database alone tells
    Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const Pin pin = pinFor(dataset, key, 1, set);
    const std::vector<PlacedChoice> places{{run, "autotune/0.11.0/device-0-0-cuda/t", "k", pin.setChecksum, {1}, 9}};
    const auto stateWith = [&](const RunTraces& traces) {
        return checkPins({pin}, dataset, matrix, places, traces).pins[0].runs[0].state;
    };
    CHECK((stateWith({}) == PinState::cannotTell));
    CHECK((stateWith({{run}, {}}) == PinState::inEffect));
    const auto decided = [&](std::uint32_t winner, std::int64_t row, const std::string& checksum) {
        return RunTraces{{run}, {{run, 7, row, "device-0-0-cuda", "t", "k", checksum, {winner}}}};
    };
    CHECK((stateWith(decided(2, 8, pin.setChecksum)) == PinState::inEffect));  // of the base, before the pin
    CHECK((stateWith(decided(2, 10, pin.setChecksum)) == PinState::notObeyed));
    CHECK((stateWith(decided(1, 10, pin.setChecksum)) == PinState::tunedAnew));
    CHECK((stateWith(decided(1, 10, "other set")) == PinState::stale));
    RunTraces elsewhere = decided(2, 10, pin.setChecksum);
    elsewhere.decisions[0].device = "device-0-1-cuda";
    CHECK((stateWith(elsewhere) == PinState::inEffect));
    // The row is what the tuner itself wrote, measurements and all.
    Decision& own = dataset.runs[0].decisions[0];
    own.measured = {{{1}, true, {}}};
    CHECK((stateWith({{run}, {}}) == PinState::tunedAnew));
}

TEST_CASE("pins are in effect everywhere only if there is one, in a run, and no run says otherwise") {
    PinCheck check;
    CHECK_FALSE(isInEffectEverywhere(check));
    check.pins.resize(2);
    CHECK_FALSE(isInEffectEverywhere(check));
    for (CheckedPin& pin : check.pins)
        pin.runs = {{RunIndex{0}, PinState::inEffect, std::nullopt}, {RunIndex{1}, PinState::inEffect, std::nullopt}};
    CHECK(isInEffectEverywhere(check));
    for (const PinState other : {PinState::notLogged, PinState::cannotTell, PinState::tunedAnew, PinState::stale}) {
        check.pins[1].runs[1].state = other;
        CHECK_FALSE(isInEffectEverywhere(check));
    }
}
