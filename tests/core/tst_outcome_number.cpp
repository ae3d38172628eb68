#include "core/analyse/outcome_number.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("numbers are read as a program prints them") {
    CHECK(outcomeNumber("7.064027") == 7.064027);
    CHECK(outcomeNumber(" -1e-5 ") == -1e-5);
    CHECK(outcomeNumber("+3") == 3.0);
    CHECK(outcomeNumber(".5") == 0.5);
    CHECK(outcomeNumber("2.31,") == 2.31);
    CHECK(outcomeNumber("81.2%") == 81.2);
    CHECK(outcomeNumber("inf") == std::numeric_limits<double>::infinity());
    CHECK(outcomeNumber("-Infinity") == -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(outcomeNumber("NaN").value_or(0)));
    CHECK(std::isnan(outcomeNumber("-nan").value_or(0)));
}

TEST_CASE("a magnitude beyond double becomes inf or zero") {
    CHECK(outcomeNumber("1e400") == std::numeric_limits<double>::infinity());
    CHECK(outcomeNumber("-1.5e+400") == -std::numeric_limits<double>::infinity());
    CHECK(outcomeNumber("1e-400") == 0.0);
}

TEST_CASE("texts that are no numbers are none") {
    for (const char* text : {"", " ", "-", "+", "--1", "abc", "1.2.3", "0x10", "nan(1)", "1 2", ",", "3.2s"}) {
        CAPTURE(text);
        CHECK_FALSE(outcomeNumber(text).has_value());
    }
}

TEST_CASE("bit patterns are no numbers, even where they read like one") {
    CHECK_FALSE(outcomeNumber("40e21204").has_value());
    CHECK_FALSE(outcomeNumber("40e20c83").has_value());
    CHECK_FALSE(outcomeNumber("1234567890123e45").has_value());
    CHECK(outcomeNumber("40212045") == 40212045.0);
}

TEST_CASE("a hex word has a letter and a digit") {
    CHECK(looksLikeHexWord("40e20c83"));
    CHECK(looksLikeHexWord("BEEF1"));
    CHECK_FALSE(looksLikeHexWord("beef"));
    CHECK_FALSE(looksLikeHexWord("1234"));
    CHECK_FALSE(looksLikeHexWord("12g4"));
    CHECK_FALSE(looksLikeHexWord(""));
}

TEST_CASE("nan and inf are not finite, and neither are words numbers") {
    CHECK(isNotFinite("NaN"));
    CHECK(isNotFinite("-inf"));
    CHECK_FALSE(isNotFinite("7.06"));
    CHECK_FALSE(isNotFinite("none"));
    CHECK_FALSE(isNotFinite(""));
}

TEST_CASE("numbers are ordered with nan above inf") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    CHECK(numberOrder(-infinity) < numberOrder(-1.0));
    CHECK(numberOrder(-1.0) < numberOrder(infinity));
    CHECK(numberOrder(infinity) < numberOrder(nan));
    CHECK(numberOrder(nan) == numberOrder(-nan));
}
