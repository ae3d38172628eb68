#include "core/report/pin_report.h"
#include "core/report/text_report.h"
#include "tests/support/pin_fixture.h"

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
    CHECK(text.find("Candidate 2 never ran.") < text.find("next slower by"));
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
