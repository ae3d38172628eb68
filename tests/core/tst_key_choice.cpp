#include "core/report/key_choice.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a key is chosen by its name, and the error names the nearest") {
    const auto fixture = testing::reportFixture();
    CHECK(chosenKey(fixture.dataset, "flip").value() == KeyIndex{0});
    const auto none = chosenKey(fixture.dataset, "flop");
    REQUIRE_FALSE(none);
    CHECK(none.errorMessage().find("no key is named “flop”; the nearest are: ") == 0);
    CHECK(none.errorMessage().find("flip flip") != std::string::npos);
}
