#include "core/analyse/nearest_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("edits are counted: one more, one less, another, two exchanged") {
    CHECK(editDistance("", "") == 0);
    CHECK(editDistance("summary", "summary") == 0);
    CHECK(editDistance("sumary", "summary") == 1);
    CHECK(editDistance("summmary", "summary") == 1);
    CHECK(editDistance("summery", "summary") == 1);
    CHECK(editDistance("smumary", "summary") == 1);
    CHECK(editDistance("diff", "") == 4);
    CHECK(editDistance("key", "diff") == 4);
}

TEST_CASE("the nearest text is named, one that is far is not") {
    const std::vector<std::string> commands{"summary", "diff", "key", "suspects", "outcomes", "export"};
    CHECK(nearestText("suspect", commands) == std::optional<std::size_t>(3));
    CHECK(nearestText("dif", commands) == std::optional<std::size_t>(1));
    CHECK(nearestText("expotr", commands) == std::optional<std::size_t>(5));
    CHECK_FALSE(nearestText("frobnicate", commands));
    CHECK_FALSE(nearestText("", commands));
    CHECK_FALSE(nearestText("x", {}));
}
