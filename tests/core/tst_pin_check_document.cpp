#include "core/report/pin_report.h"
#include "tests/support/document_text.h"
#include "tests/support/pin_fixture.h"

#include <set>
#include <string_view>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("pins against runs") {
    const PinFixture fixture;
    const std::string text = test::wideTextOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check()));
    CHECK(test::holds(
        text, "2 pins: of 1 a run used another candidate and 1 had no effect (tuned anew, with the same result)."));
    CHECK(test::holds(text, R"({"m":1} ({"m":1}), pinned to 0 naive: run2 (1))"));
    CHECK(test::holds(text, "pinned to 2 evil"));
    CHECK(test::holds(text, "Keys without a pin"));
    CHECK(test::holds(text, R"(• {"m":3} ({"m":3}))"));
    CHECK_FALSE(test::holds(text, "\x1b"));
    // Both runs decided both keys by themselves: nothing says that they were ever given the pins.
    CHECK(test::holds(text, "run1 and run2 tuned every pinned key themselves, as a run does that is given no pins"));
    Pin unknown = fixture.pins[0];
    unknown.keyJson = R"({"m":9})";
    const auto check = checkPins({unknown}, fixture.dataset, buildWinnerMatrix(fixture.dataset));
    const std::string silent = test::wideTextOf(pinCheckDocument({unknown}, fixture.dataset, check));
    CHECK_FALSE(test::holds(silent, "No run contradicts a pin."));
    CHECK(test::holds(silent, "No run has the key of 1 pin."));
    CHECK(test::holds(silent, "pinned to 0 naive: no run has its key"));
    CHECK(test::holds(silent, "For 1 pin a run logged no decision and no database of it holds the key"));
}

TEST_CASE("what is wrong with pins themselves is told before what runs did") {
    PinFixture fixture;
    fixture.pins[0].candidateName = "m\x1b[31mma";
    fixture.pins[1].tuner = "red\x1buce";
    const std::string text = test::wideTextOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check()));
    CHECK(test::holds(text,
                      "Index and name of 1 pin disagree. The runs have the key of 1 pin under another tuner only."));
    CHECK(test::holds(text, ": candidate 0 is naive, and none is called m"));
    CHECK(test::holds(text, "the pin names red"));
    CHECK_FALSE(test::holds(text, "\x1b"));
    fixture.pins[0].candidateName = "mma";
    CHECK(test::holds(test::wideTextOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check())),
                      "pinned to 0 mma: candidate 0 is naive, and mma is 1"));
    // Beside a pin that nothing contradicts.
    Pin unknown = fixture.pins[0], fine = fixture.pins[0];
    unknown.keyJson = R"({"m":9})";
    fine.keyJson = R"({"m":1})";
    fine.candidateName = unknown.candidateName = "naive";
    Dataset silent = fixture.dataset;
    silent.runs.erase(silent.runs.begin() + 1);
    auto& decisions = silent.runs[0].decisions;
    decisions.erase(decisions.begin() + 1, decisions.end());
    decisions[0].line = 0;
    decisions[0].measured.clear();
    const auto check = checkPins({fine, unknown}, silent, buildWinnerMatrix(silent));
    CHECK(test::holds(test::wideTextOf(pinCheckDocument({fine, unknown}, silent, check)),
                      " it cannot be told whether a run used it. No run has the key of 1 pin."));
}

TEST_CASE("each state has words of its own") {
    std::set<std::string_view> all;
    for (const PinState state :
         {PinState::inEffect, PinState::otherInDatabase, PinState::notLogged, PinState::tunedAnew, PinState::notObeyed,
          PinState::stale, PinState::cannotTell, PinState::otherDevice, PinState::otherName, PinState::otherTuner,
          PinState::unknownKey})
        all.insert(inWords(state));
    CHECK(all.size() == 11);
    CHECK(inWords(PinState::notObeyed) == "used another candidate");
}

TEST_CASE("what is to be said of many pins is said once, with their number") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"naive", "mma"});
    const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2");
    constexpr int kKeys = 10;
    for (int m = 1; m <= kKeys; ++m) {
        const auto key = builder.addKey("{\"m\":" + std::to_string(m) + "}");
        builder.decide(run1, key, set, 0, {{0, 100}, {1, 120}}).line = static_cast<std::uint32_t>(m);
        builder.decide(run2, key, set, 1, {{0, 100}, {1, 90}}).line = static_cast<std::uint32_t>(m);
    }
    const Dataset dataset = builder.take();
    PinRequest request;
    request.rule = PinRule{PinRule::Kind::run, "run1"};
    const std::vector<Pin> pins = choosePins(dataset, analyse(dataset).value(), request).value().pins;
    const std::string text =
        test::wideTextOf(pinCheckDocument(pins, dataset, checkPins(pins, dataset, buildWinnerMatrix(dataset))));
    CHECK(test::holds(text, "10 pins: of 10 a run used another candidate."));
    const std::size_t first = text.find("• 10 pins (");
    REQUIRE(first != std::string::npos);
    CHECK(text.find("run2 (1)", first) == text.rfind("run2 (1)"));
}
