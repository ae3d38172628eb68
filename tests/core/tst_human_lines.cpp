#include "core/read/human_lines.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Expected {
    HumanLine kind;
    std::string text, prefix;
};

void check(const std::string& line, const std::string& knownPrefix, const Expected& expected) {
    CAPTURE(line);
    const ClassifiedLine classified = classifyHumanLine(line, knownPrefix);
    CHECK(static_cast<int>(classified.kind) == static_cast<int>(expected.kind));
    CHECK(std::string(classified.text) == expected.text);
    CHECK(std::string(classified.prefix) == expected.prefix);
}

}  // namespace

TEST_CASE("the kinds of lines are told apart") {
    check("Fastest result a-K - M: 1.", "", {HumanLine::fastest, "a-K - M: 1.", ""});
    check(" Top 3 times: [(1, 2ns)]", "", {HumanLine::topTimes, "(1, 2ns)]", ""});
    check("Context:", "", {HumanLine::context, "", ""});
    check("Calculated bounds: Bounds { }", "", {HumanLine::bounds, "Bounds { }", ""});
    check(" - Tuning: a (compilation & bench: 2ns)", "", {HumanLine::step, "a (compilation & bench: 2ns)", ""});
    check("Short circuiting autotune. a is", "", {HumanLine::shortCircuit, "a is", ""});
    check("Autotune[12] name a => B", "", {HumanLine::success, "Autotune[12] name a => B", ""});
    check("a: All samples are invalid.", "", {HumanLine::failure, "a: All samples are invalid.", ""});
    check("Skip", "", {HumanLine::failure, "Skip", ""});
    check("validate checksum key=K, checksum=ab", "", {HumanLine::validated, "K, checksum=ab", ""});
    check("Tuning MatmulAutotuneKey - M: 1", "", {HumanLine::otherMessage, "Tuning MatmulAutotuneKey - M: 1", ""});
    check("Load autotune cache ...", "", {HumanLine::otherMessage, "Load autotune cache ...", ""});
    check("Loaded 5 autotune cached entries", "", {HumanLine::otherMessage, "Loaded 5 autotune cached entries", ""});
    check(R"({"key":{"m":1}})", "", {HumanLine::otherMessage, R"({"m":1}})", ""});
    check("step 1: loss 2.5", "", {HumanLine::other, "step 1: loss 2.5", ""});
    check("", "", {HumanLine::other, "", ""});
    check("\r", "", {HumanLine::other, "", ""});
}

TEST_CASE("messages are found behind the prefix of a log library") {
    check("[INFO cubecl] Fastest result a-K - M: 1.", "", {HumanLine::fastest, "a-K - M: 1.", "[INFO cubecl] "});
    check("12:00 Autotune[1] name a => B", "", {HumanLine::success, "Autotune[1] name a => B", "12:00 "});
    check("[10:01 INFO]  my kernel: All samples are invalid.", "[9:59 INFO] ",
          {HumanLine::failure, "my kernel: All samples are invalid.", "[10:01 INFO]  "});
    check("[other] kernel: All samples are invalid.", "[9:59 INFO] ",
          {HumanLine::failure, "kernel: All samples are invalid.", "[other] "});
    check("[10:01 INFO] shutting down", "[9:59 INFO] ", {HumanLine::otherMessage, "shutting down", "[10:01 INFO] "});
    check("more of the text", "[9:59 INFO] ", {HumanLine::other, "more of the text", ""});
}

TEST_CASE("words inside other words are no messages") {
    check("xFastest result a", "", {HumanLine::other, "xFastest result a", ""});
    check("Autotune[x] name a", "", {HumanLine::other, "Autotune[x] name a", ""});
    check("Autotune[1] nam", "", {HumanLine::other, "Autotune[1] nam", ""});
    check("Skipping", "", {HumanLine::other, "Skipping", ""});
    check(": All samples are invalid.", "", {HumanLine::other, ": All samples are invalid.", ""});
}

TEST_CASE("prefixes match when only numbers and blanks differ") {
    CHECK(matchPrefix("[12:5  INFO] x", "[1:59 INFO] ") == 13);
    CHECK(matchPrefix("x", "") == 0);
    CHECK(matchPrefix("[a] x", "[b] ") == std::string::npos);
    CHECK(matchPrefix("[1", "[1] ") == std::string::npos);
    CHECK(matchPrefix("[] x", "[1] ") == std::string::npos);
    CHECK(matchPrefix("", " ") == std::string::npos);
    CHECK(matchPrefix("1 2 3a", "9 9 9") == 5);
}
