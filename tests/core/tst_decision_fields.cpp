#include "core/read/decision_fields.h"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Keeps the document alive while its element is used.
struct Document {
    explicit Document(const std::string& text) { REQUIRE(parser.parse(text).get(element) == simdjson::SUCCESS); }
    simdjson::dom::parser parser;
    simdjson::dom::element element;
};

std::optional<Nanoseconds> duration(const std::string& text) {
    return readDuration(Document(text).element);
}
std::optional<RooflineBound> bound(const std::string& text) {
    return readBound(Document(text).element);
}

}  // namespace

TEST_CASE("durations are nanoseconds") {
    CHECK(duration(R"({"secs":0,"nanos":0})") == Nanoseconds{0});
    CHECK(duration(R"({"nanos":5,"secs":2,"x":1})") == Nanoseconds{2'000'000'005});
    CHECK(duration(R"({"secs":9223372036,"nanos":854775807})") ==
          Nanoseconds{std::numeric_limits<std::int64_t>::max()});
}

TEST_CASE("what is no duration or does not fit is none") {
    for (const std::string text : {R"({"secs":9223372036,"nanos":854775808})",
                                   R"({"secs":18446744073709551615,"nanos":0})", R"({"secs":0,"nanos":1000000000})",
                                   R"({"secs":0,"nanos":-1})", R"({"secs":-1,"nanos":0})", R"({"secs":0,"nanos":1.5})",
                                   R"({"secs":0})", R"({"nanos":0})", R"({"secs":"0","nanos":0})", "7", "null", "[]"}) {
        CAPTURE(text);
        CHECK_FALSE(duration(text));
    }
}

TEST_CASE("a timing needs mean, median, min and max") {
    const std::string d = R"({"secs":0,"nanos":1})";
    const auto timing = [&](const std::string& members) { return readTiming(Document("{" + members + "}").element); };
    const auto whole =
        timing("\"mean\":" + d + ",\"median\":" + d + ",\"min\":" + d + ",\"max\":{\"secs\":0,\"nanos\":4}");
    REQUIRE(whole);
    CHECK(whole->max.value == 4);
    CHECK_FALSE(timing("\"mean\":" + d + ",\"median\":" + d + ",\"min\":" + d));
    CHECK_FALSE(timing("\"mean\":" + d + ",\"median\":" + d + ",\"min\":" + d + ",\"max\":null"));
    CHECK_FALSE(readTiming(Document("3").element));
}

TEST_CASE("bounds of both versions; null stands for a number that was not finite") {
    const auto newer = bound(R"({"resource":{"amount":10,"peak_per_s":2.5},"threshold":0.8})");
    REQUIRE(newer);
    CHECK(newer->amount == 10);
    CHECK(newer->peakPerSecond == 2.5);
    const auto older = bound(R"({"throughput":2.5,"threshold":0.8,"ops_count":10})");
    REQUIRE(older);
    CHECK(older->amount == 10);
    CHECK(older->threshold == 0.8);
    CHECK(std::isnan(bound(R"({"resource":{"amount":1,"peak_per_s":null},"threshold":1})")->peakPerSecond));
    CHECK_FALSE(bound(R"({"resource":{"amount":1},"threshold":1})"));
    CHECK_FALSE(bound(R"({"resource":{"amount":"1","peak_per_s":1},"threshold":1})"));
    CHECK_FALSE(bound("[]"));
}

TEST_CASE("an index is a non-negative integer of 32 bits") {
    const auto index = [](const std::string& text) { return readIndex(Document(text).element); };
    CHECK(index("0") == 0U);
    CHECK(index("4294967295") == 4294967295U);
    CHECK_FALSE(index("4294967296"));
    CHECK_FALSE(index("-1"));
    CHECK_FALSE(index("1.0"));
    CHECK_FALSE(index("\"1\""));
}
