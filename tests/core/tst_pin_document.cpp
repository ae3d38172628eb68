#include "core/report/pin_report.h"
#include "tests/support/document_text.h"
#include "tests/support/pin_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("pins made from runs, what to know before and which keys have none") {
    const PinFixture fixture;
    const std::string text = test::wideTextOf(pinsMadeDocument(fixture.dataset, fixture.choice, "my pins.json"));
    CHECK(test::holds(text, "2 keys are pinned in my pins.json, 1 key is not; see below."));
    CHECK(text.find("Candidate 2 never ran.") < text.find("next slower by"));
    CHECK(test::holds(text, R"({"m":3} ({"m":3}): the run did not tune this key)"));
    CHECK(test::holds(text, "flipscope-cli pin write 'my pins.json' --to cubecl-db"));
    CHECK(test::holds(text, "5.0 %"));  // (100, 100) against (120, 90): half of 20 % and −10 % is 5 %
    CHECK_FALSE(test::holds(text, "\x1b"));
}

TEST_CASE("the pins of a file, and why") {
    const PinFixture fixture;
    const std::string text = test::wideTextOf(pinsDocument(fixture.pins, "pins.json"));
    CHECK(test::holds(text, "0 naive"));
    CHECK(test::holds(text, "It is what run1 used. Pinned by somebody. From run1."));
    CHECK_FALSE(test::holds(text, "\x1b"));
}

TEST_CASE("what was written and what became of the base") {
    const PinFixture fixture;
    const std::string text =
        test::wideTextOf(pinsWrittenDocument({fixture.pins, fixture.written, "base.db", "out.db"}));
    CHECK(test::holds(text, "out.db holds 2 pinned rows for 2 keys and no other choice."));
    CHECK(test::holds(text, "Of base.db, which is unchanged, 5 rows were taken over as they are"));
    CHECK(test::holds(text, ", 2 were dropped; 3 choices were left out or replaced."));
    CHECK(test::holds(text, "The base keeps its choices elsewhere."));
    CHECK_FALSE(
        test::holds(test::wideTextOf(pinsWrittenDocument({fixture.pins, fixture.written, "", "out.db"})), "unchanged"));
}
