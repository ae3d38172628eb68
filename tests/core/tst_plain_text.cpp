#include "core/model/plain_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("blanks go at the ends only") {
    CHECK(trimmed(" \t a b\r\n") == "a b");
    CHECK(trimmed("a") == "a");
    CHECK(trimmed(" \n ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("small letters for A to Z only") {
    CHECK(lowerCase("RuN-7.LOG") == "run-7.log");
    CHECK(lowerCase("\xC3\x89") == "\xC3\x89");
}

TEST_CASE("equal but for case, of the whole text") {
    CHECK(equalIgnoringCase("NaN", "nan"));
    CHECK(equalIgnoringCase("", ""));
    CHECK(!equalIgnoringCase("nan", "na"));
    CHECK(!equalIgnoringCase("na", "nan"));
    CHECK(!equalIgnoringCase("[", "{"));
}
