#include "core/report/pin_report.h"
#include "core/report/text_report.h"
#include "tests/support/pin_fixture.h"

#include <set>
#include <string_view>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

std::string textOf(const Document& document) {
    TextStyle style;
    style.width = 400;
    return toText(document, style);
}

bool hasText(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("pins made from runs, what to know before and which keys have none") {
    const PinFixture fixture;
    const std::string text = textOf(pinsMadeDocument(fixture.dataset, fixture.choice, "my pins.json"));
    CHECK(hasText(text, "2 keys are pinned in my pins.json, 1 key is not; see below."));
    CHECK(text.find("Candidate 2 never ran.") < text.find("margin"));
    CHECK(hasText(text, R"({"m":3} ({"m":3}): the run did not tune this key)"));
    CHECK(hasText(text, "flipscope-cli pin write 'my pins.json' --to cubecl-db"));
    CHECK(hasText(text, "5.0 %"));  // (100, 100) against (120, 90): half of 20 % and −10 % is 5 %
    CHECK_FALSE(hasText(text, "\x1b"));
}

TEST_CASE("the pins of a file, and why") {
    const PinFixture fixture;
    const std::string text = textOf(pinsDocument(fixture.pins, "pins.json"));
    CHECK(hasText(text, "0 naive"));
    CHECK(hasText(text, "It is what run1 used. Pinned by somebody. From run1."));
    CHECK_FALSE(hasText(text, "\x1b"));
}

TEST_CASE("what was written and what became of the base") {
    const PinFixture fixture;
    const std::string text = textOf(pinsWrittenDocument({fixture.pins, fixture.written, "base.db", "out.db"}));
    CHECK(hasText(text, "out.db holds 2 pinned rows for 2 keys and no other choice."));
    CHECK(hasText(text, "Of base.db, which is unchanged, 5 rows were taken over as they are"));
    CHECK(hasText(text, ", 2 were dropped; 3 choices were left out or replaced."));
    CHECK(hasText(text, "The base keeps its choices elsewhere."));
    CHECK_FALSE(hasText(textOf(pinsWrittenDocument({fixture.pins, fixture.written, "", "out.db"})), "unchanged"));
}

TEST_CASE("pins against runs") {
    const PinFixture fixture;
    const std::string text = textOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check()));
    CHECK(hasText(text, "1 pin was not obeyed, 2 not in effect, 0 stale; 0 pinned candidates failed in a run."));
    CHECK(hasText(text, R"({"m":1} ({"m":1}), pinned to 0 naive: run2 (1))"));
    CHECK(hasText(text, "pinned to 2 evil"));
    CHECK(hasText(text, "Keys without a pin"));
    CHECK(hasText(text, R"(• {"m":3} ({"m":3}))"));
    CHECK_FALSE(hasText(text, "\x1b"));
    Pin unknown = fixture.pins[0];
    unknown.keyJson = R"({"m":9})";
    const auto check = checkPins({unknown}, fixture.dataset, buildWinnerMatrix(fixture.dataset));
    const std::string silent = textOf(pinCheckDocument({unknown}, fixture.dataset, check));
    CHECK_FALSE(hasText(silent, "No run contradicts a pin."));
    CHECK(hasText(silent, "No run has the key of 1 pin."));
    CHECK(hasText(silent, "pinned to 0 naive: no run has its key"));
    CHECK(hasText(silent, "For 1 pin a run logged no decision and no database of it holds the key"));
}

TEST_CASE("what is wrong with pins themselves is told before what runs did") {
    PinFixture fixture;
    fixture.pins[0].candidateName = "m\x1b[31mma";
    fixture.pins[1].tuner = "red\x1buce";
    const std::string text = textOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check()));
    CHECK(hasText(text, "Index and name of 1 pin disagree. The runs have the key of 1 pin under another tuner only."));
    CHECK(hasText(text, ": candidate 0 is naive, and none is called m"));
    CHECK(hasText(text, "the pin names red"));
    CHECK_FALSE(hasText(text, "\x1b"));
    fixture.pins[0].candidateName = "mma";
    CHECK(hasText(textOf(pinCheckDocument(fixture.pins, fixture.dataset, fixture.check())),
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
    CHECK(hasText(textOf(pinCheckDocument({fine, unknown}, silent, check)),
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
