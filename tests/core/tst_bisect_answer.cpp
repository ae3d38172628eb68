#include "core/drive/bisect_answer.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("verdicts and reasons have the words that scripts read") {
    CHECK(toString(BisectVerdict::proven) == "proven");
    CHECK(toString(BisectVerdict::notAmongChoices) == "notAmongChoices");
    CHECK(toString(BisectVerdict::undecided) == "undecided");
    CHECK(toString(BisectReason::bothWays) == "bothWays");
    CHECK(toString(BisectReason::tooManyGroups) == "tooManyGroups");
    CHECK(toString(BisectReason::otherProgram) == "otherProgram");
    CHECK(toString(BisectReason::keysLeftOut) == "keysLeftOut");
    CHECK(toString(static_cast<BisectReason>(99)).empty());
}
