#include "core/read/rust_duration.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string read(std::string_view text) {
    const auto duration = takeRustDuration(text);
    if (!duration) return "none";
    return std::to_string(duration->seconds) + " s " + std::to_string(duration->nanoseconds) + " ns, then '" +
           std::string(text) + "'";
}

}  // namespace

TEST_CASE("every unit of Rust's Debug is read exactly") {
    CHECK(read("0ns") == "0 s 0 ns, then ''");
    CHECK(read("999ns") == "0 s 999 ns, then ''");
    CHECK(read("41.248\xc2\xb5s") == "0 s 41248 ns, then ''");
    CHECK(read("41.248\xce\xbcs") == "0 s 41248 ns, then ''");
    CHECK(read("41.248us, x") == "0 s 41248 ns, then ', x'");
    CHECK(read("3.681526ms)") == "0 s 3681526 ns, then ')'");
    CHECK(read("2s") == "2 s 0 ns, then ''");
    CHECK(read("1.000000001s") == "1 s 1 ns, then ''");
    CHECK(read("61000000\xc2\xb5s") == "61 s 0 ns, then ''");
}

TEST_CASE("the time that means none is the largest duration") {
    std::string_view text = "18446744073709551615.999999999s";
    CHECK(takeRustDuration(text) == kRustDurationMax);
    CHECK(read("18446744073709551616s") == "none");
}

TEST_CASE("text that is no duration stays untouched") {
    for (const std::string_view text : {"", "ns", "5", "5.", "5.s", "5.1ns", "1.2345\xc2\xb5s", "5second", "5 ms",
                                        "-5ms", "1.0000000000s", "5m", "0.8", "1e5s"}) {
        CAPTURE(text);
        std::string_view rest = text;
        CHECK_FALSE(takeRustDuration(rest).has_value());
        CHECK(rest == text);
    }
    CHECK(read("1.2300\xc2\xb5s") == "0 s 1230 ns, then ''");
}
