#include "core/analyse/decimal_comma.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// The number that begins with the first digit or sign of the line; empty when its comma is not sure to be decimal,
// where any on the line may be.
std::string numberIn(std::string_view line, bool evident = false) {
    const std::size_t begin = line.find_first_of("+-0123456789");
    const auto end = decimalCommaEnd(line, begin, evident);
    return end ? std::string(line.substr(begin, *end - begin)) : std::string();
}

}  // namespace

TEST_CASE("one comma between digits becomes a point") {
    CHECK(withDecimalPoint("7,064") == "7.064");
    CHECK(withDecimalPoint("-7,06e-3") == "-7.06e-3");
    for (const char* text : {"", ",5", "5,", "7", "7.5", "1,2,3", "1,2.3", "a,5", "5,b", "7,06x"})
        CHECK_FALSE(withDecimalPoint(text));
}

TEST_CASE("three digits behind the comma may be thousands, unless a zero stands before it") {
    for (const char* text : {"1,234", "-1,234", "999,000"})
        CHECK(mayPartThousands(text));
    for (const char* text : {"0,234", "-0,234", "1,23", "1,2345", "1234", ""})
        CHECK_FALSE(mayPartThousands(text));
}

TEST_CASE("commas of lists, tuples, rows and lines with decimal points are not decimal") {
    for (const char* line : {"loss 7,06", "loss 7,06, norm 0,5", "30.11.2026 12:00 loss 7,06", "10.0.0.1 loss 7,06",
                             "12:00:01,123 loss 7,06", "a; 7,06; 0,5", "(step 0, loss 7,06)", ""})
        CHECK_MESSAGE(commasMayBeDecimal(line), line);
    for (const char* line : {"1,2,3", "x 1,234,567", "(64,12) 7,06", "[-3,5]", "a,b 7,06", "7,06,\"a\"", "7,06 and 0.5",
                             "{\"a\":1,\"b\":2}", ",7 7,06"})
        CHECK_MESSAGE(!commasMayBeDecimal(line), line);
}

TEST_CASE("a number with a decimal comma ends behind its last digit") {
    CHECK(numberIn("loss -7,0640 x") == "-7,0640");
    CHECK(numberIn("loss 0,064") == "0,064");
    CHECK(numberIn("loss 7,064").empty());
    CHECK(numberIn("loss 7,064", true) == "7,064");
    CHECK(numberIn(" 7,06 ").empty());  // a row of two cells?
    CHECK(numberIn(" 7,06 ", true) == "7,06");
    CHECK(numberIn("loss 7").empty());
    CHECK(numberIn("loss 7,").empty());
    CHECK(numberIn("loss 7,x", true).empty());
    CHECK(numberIn("loss 7,0641,5", true) == "7,0641");  // that this is a list, the line as a whole says
    CHECK_FALSE(decimalCommaEnd("", 0, true));
}
