#include "core/read/human_fields.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;
using Layout = FastestFields::Layout;

TEST_CASE("the first line names candidate and key in every layout") {
    const auto check = [](const std::string& rest, Layout layout, const std::string& topTimes) {
        const std::string text = "flash_1-1-K - SeqQ: 1" + rest;
        const auto fields = readFastest(text);
        REQUIRE(fields.has_value());
        CHECK(fields->name == "flash_1-1");
        CHECK(fields->key == "K - SeqQ: 1");
        CHECK((fields->layout == layout));
        CHECK(fields->topTimes == topTimes);
    };
    check(".", Layout::nextLines, "");
    check(". ", Layout::nextLines, "");
    check(". Context: x", Layout::contextBehind, "");
    check(". Top 3 times: [(1, 2ns)], context: x", Layout::topTimes, "[(1, 2ns)], context: x");
    CHECK_FALSE(readFastest("a-K - SeqQ: 1").has_value());
    CHECK_FALSE(readFastest("was 3 ms.").has_value());
    CHECK_FALSE(readFastest("").has_value());
}

TEST_CASE("top times without the failed ones") {
    const auto times =
        readTopTimes("[(15, 41.248\xc2\xb5s), (3, 1.5ms), (0, 18446744073709551615.999999999s)], context: ");
    REQUIRE(times.has_value());
    REQUIRE(times->size() == 2);
    CHECK(times->at(0).first == 15);
    CHECK(times->at(0).second == RustDuration{0, 41248});
    CHECK(times->at(1).second == RustDuration{0, 1'500'000});
    CHECK(readTopTimes("[]")->empty());
    for (const std::string text :
         {"", "[", "[(1)]", "[(1, 2)]", "[(1, 2ns)", "[(-1, 2ns)]", "[(4294967296, 2ns)]", "[2ns]"}) {
        CAPTURE(text);
        CHECK_FALSE(readTopTimes(text).has_value());
    }
}

TEST_CASE("a success has index, name and times") {
    const auto fields =
        readSuccess("Autotune[15] name f<A => B> => BenchmarkComputations { mean: 28.554\xc2\xb5s, min: 1ns }");
    REQUIRE(fields.has_value());
    CHECK(fields->index == 15);
    CHECK(fields->name == "f<A => B>");
    CHECK(fields->computationJson == R"({"mean":{"secs":0,"nanos":28554},"min":{"secs":0,"nanos":1}})");
    for (const std::string text :
         {"Autotune[1] name ", "Autotune[1] name a", "Autotune[1] name a => ", "Autotune[1] name a => x",
          "Autotune[1] name a => B { mean: ", "Autotune[99999999999] name a => B { }"}) {
        CAPTURE(text);
        CHECK_FALSE(readSuccess(text).has_value());
    }
}

TEST_CASE("failures in Display form") {
    const auto unknown = readFailure("a b: An unknown error happened.");
    REQUIRE(unknown.has_value());
    CHECK(unknown->variant == "Unknown");
    CHECK(unknown->name == "a b");
    CHECK(unknown->textFollows);
    CHECK(readFailure("a: The autotune is skipped manually.")->variant == "Skip");
    CHECK_FALSE(readFailure("a: The autotune is skipped manually.")->textFollows);
    CHECK(readFailure("a: All samples are invalid.")->variant == "InvalidSamples");
    CHECK(readFailure("a: A profiled sample carried no measurement.")->variant == "NotMeasured");
    CHECK(readFailure("No autotune was flagged as valid for the problem.")->variant == "NoValidKernelFound");
    CHECK(readFailure("Too many resources were requested during launch")->variant == "Launch");
}

TEST_CASE("failures in Debug form") {
    CHECK(readFailure("Skip")->json == R"("Skip")");
    CHECK(readFailure(R"(Unknown("a\nb"))")->json == R"({"Unknown":"a\nb"})");
    CHECK(readFailure(R"(Unknown { name: "a", err: "b" })")->json == R"({"Unknown":{"name":"a","err":"b"}})");
    CHECK(readFailure("Launch(Unknown { backtrace: <none> })")->json ==
          R"x({"Launch":{"reason":"Launch(Unknown { backtrace: <none> })"}})x");
    CHECK_FALSE(readFailure("Unknown").has_value());
    CHECK_FALSE(readFailure("Skipped").has_value());
    CHECK_FALSE(readFailure("Unknown(\"open").has_value());
    CHECK_FALSE(readFailure("").has_value());
}

TEST_CASE("where a failure begins behind unknown text") {
    CHECK(failureStart("x y a: All samples are invalid.", false) == 0);
    CHECK(failureStart("x y a: All samples are invalid.", true) == 4);
    CHECK(failureStart("a : All samples are invalid.", true) == 0);
    CHECK(failureStart("Skip", true) == 0);
    CHECK(failureStart("x", true) == std::string::npos);
    CHECK(failureStart(": All samples are invalid.", true) == std::string::npos);
}

TEST_CASE("bounds, steps and short circuits") {
    const BoundsFields bounds = readBounds("Bounds { bounds: [], launch_overhead: 2ns } - limit: Some(7ns)");
    CHECK(bounds.boundsJson == R"({"bounds":[],"launch_overhead":{"secs":0,"nanos":2}})");
    CHECK(bounds.limitJson == R"({"secs":0,"nanos":7})");
    CHECK(readBounds("Bounds { } - limit: None").limitJson == "null");
    CHECK(readBounds("Bounds {").boundsJson == "null");
    CHECK(readStep("a (b) (compilation & bench: 2ms)")->first == "a (b)");
    CHECK(readStep("a (compilation & bench: 2ms)")->second == R"({"secs":0,"nanos":2000000})");
    CHECK_FALSE(readStep("a (compilation & bench: 2)").has_value());
    CHECK_FALSE(readStep("a").has_value());
    CHECK(readShortCircuit("a is close enough to peak throughput.") == "a");
    CHECK_FALSE(readShortCircuit("a").has_value());
}

TEST_CASE("a validated key has a checksum in hexadecimal") {
    const auto fields = readValidated("K - Text: \", checksum=\", checksum=0aF");
    CHECK_FALSE(fields.has_value());
    const auto good = readValidated("K - M: 1, checksum=d58218142f2b5a6f3ac48b119a0d8bd ");
    REQUIRE(good.has_value());
    CHECK(good->first == "K - M: 1");
    CHECK(good->second == "d58218142f2b5a6f3ac48b119a0d8bd");
    CHECK_FALSE(readValidated("K, checksum=").has_value());
    CHECK_FALSE(readValidated(", checksum=a").has_value());
    CHECK_FALSE(readValidated("K, checksum=000000000000000000000000000000000").has_value());
}
