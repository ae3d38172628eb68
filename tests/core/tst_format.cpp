#include "core/report/format.h"

#include <clocale>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("durations take the unit in which they have at most three digits before the point") {
    CHECK(formatDuration(Nanoseconds{0}) == "0 ns");
    CHECK(formatDuration(Nanoseconds{850}) == "850 ns");
    CHECK(formatDuration(Nanoseconds{1000}) == "1.00 µs");
    CHECK(formatDuration(Nanoseconds{23456}) == "23.5 µs");
    CHECK(formatDuration(Nanoseconds{999'499}) == "999 µs");
    CHECK(formatDuration(Nanoseconds{999'600}) == "1.00 ms");
    CHECK(formatDuration(Nanoseconds{1'200'000}) == "1.20 ms");
    CHECK(formatDuration(Nanoseconds{-150}) == "-150 ns");
    CHECK(formatDuration(Nanoseconds{-2'345}) == "-2.35 µs");
    CHECK(formatDuration(Nanoseconds{std::numeric_limits<std::int64_t>::min()}) == "-9223372037 s");
    CHECK(formatDuration(std::optional<Nanoseconds>()) == "–");
}

TEST_CASE("percentages keep their sign and small ones get a second decimal") {
    CHECK(formatPercent(0.0163) == "1.6 %");
    CHECK(formatPercent(-0.0163) == "-1.6 %");
    CHECK(formatPercent(0.0004) == "0.04 %");
    CHECK(formatPercent(0.00001) == "< 0.01 %");
    CHECK(formatPercent(-0.00001) == "> -0.01 %");
    CHECK(formatPercent(0) == "0 %");
    CHECK(formatPercent(1) == "100 %");
    CHECK(formatPercent(12.5) == "1250 %");
    CHECK(formatPercent(std::numeric_limits<double>::quiet_NaN()) == "–");
}

TEST_CASE("p values are never rounded across 0.05") {
    CHECK(formatP(1.0) == "1");
    CHECK(formatP(0.9987) == "> 0.99");
    CHECK(formatNamedP("p", 0.9987) == "p > 0.99");
    CHECK(formatNamedP("p", 0.03125) == "p = 0.031");
    CHECK(formatP(0.5) == "0.50");
    CHECK(formatP(0.0999999999) == "0.10");
    CHECK(formatP(0.03125) == "0.031");
    CHECK(formatP(0.0015) == "0.0015");
    CHECK(formatP(0.00012) == "0.00012");
    CHECK(formatP(0.00002) == "< 0.0001");
    CHECK(formatP(0.05) == "0.050");
    CHECK(formatP(0.0502) == "0.0502");
    CHECK(formatP(0.0498) == "0.0498");
}

TEST_CASE("numbers do not depend on the locale and never show a negative zero") {
    CHECK(formatFixed(1234.5, 2) == "1234.50");
    CHECK(formatFixed(-0.001, 1) == "0.0");
    CHECK(formatFixed(std::numeric_limits<double>::infinity(), 1) == "–");
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr) CHECK(formatFixed(1234.5, 2) == "1234.50");
    std::setlocale(LC_ALL, "C");
}

TEST_CASE("expected counts keep two digits that mean something") {
    CHECK(formatExpected(3.49) == "3.5");
    CHECK(formatExpected(0.016) == "0.016");
    CHECK(formatExpected(12.4) == "12");
    CHECK(formatExpected(0.25) == "0.25");
    CHECK(formatExpected(0) == "0");
    CHECK(formatExpected(1e-9) == "less than 0.0001");
}

TEST_CASE("sizes count in powers of ten") {
    CHECK(formatBytes(0) == "0 bytes");
    CHECK(formatBytes(1) == "1 byte");
    CHECK(formatBytes(24'400) == "24 kB");
    CHECK(formatBytes(999'700) == "1.0 MB");
    CHECK(formatBytes(10'300'000) == "10.3 MB");
    CHECK(formatBytes(2'000'000'000) == "2.0 GB");
}

TEST_CASE("counts and lists read as words") {
    CHECK(plural(1, "key", "keys") == "1 key");
    CHECK(plural(0, "key", "keys") == "0 keys");
    CHECK(joinList({}) == "");
    CHECK(joinList({"a"}) == "a");
    CHECK(joinList({"a", "b"}) == "a and b");
    CHECK(joinList({"a", "b", "c"}) == "a, b and c");
    CHECK(joinList({"a", "b", "c", "d"}, 3) == "a, b and 2 more");
}

TEST_CASE("hostile text cannot move the cursor, break lines, reorder text or be invalid UTF-8") {
    CHECK(printable("plain × µ ᵀ") == "plain × µ ᵀ");
    CHECK(printable("a\x1b[31mb\n\tc\x7f") == "a\\x1B[31mb␤\\x09c\\x7F");
    CHECK(printable("\xC2\x9B") == "\\x9B");
    CHECK(printable("a\xE2\x80\xAE b") == "a\\u{202E} b");
    CHECK(printable("\xFF\xC0\xAFok\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDok\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(printable("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("long text is cut between characters and says so") {
    CHECK(printable("abcdefghij", 10) == "abcdefghij");
    CHECK(printable("abcdefghijk", 10) == "abcdefg…");
    CHECK(printable("××××××", 8) == "××…");
    CHECK(printable("abcdef", 2) == "");
}

TEST_CASE("numbers of outcomes keep seven digits") {
    CHECK(formatNumber(7.0640274999) == "7.064027");
    CHECK(formatNumber(1.5e-7) == "1.5e-07");
    CHECK(formatNumber(-3) == "-3");
    CHECK(formatNumber(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(formatNumber(std::numeric_limits<double>::quiet_NaN()) == "nan");
}
