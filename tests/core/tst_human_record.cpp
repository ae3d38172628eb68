#include "core/read/candidate_error.h"
#include "core/read/human_record.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const std::string kTimes = " => B { mean: 5ns, median: 5ns, min: 5ns, max: 5ns }";
const std::string kTimesJson =
    R"({"mean":{"secs":0,"nanos":5},"median":{"secs":0,"nanos":5},"min":{"secs":0,"nanos":5},"max":{"secs":0,"nanos":5}})";

HumanRecord full() {
    return {*readFastest("mma-K - M: 1."), "[1] ", 7};
}

}  // namespace

TEST_CASE("messages become one line of the decision log") {
    const std::string best = "Autotune[1] name mma" + kTimes;
    HumanRecord record = full();
    record.takeContext();
    record.takeBounds("Bounds { bounds: [], launch_overhead: 2ns } - limit: Some(7ns)");
    record.takeStep("mma (compilation & bench: 3ns)");
    record.takeShortCircuit("mma is close enough to peak throughput.");
    record.takeSuccess(best);
    record.takeFailure("tma: An unknown error happened.");
    record.takeMoreText("bad");
    record.takeMoreText("\"thing\"");
    record.takeFailure("cpu: The autotune is skipped manually.");
    CHECK(record.fault().empty());
    CHECK(record.line() == 7);
    CHECK(record.prefix() == "[1] ");
    CHECK(record.key() == "K - M: 1");
    CHECK((record.level() == HumanRecord::Level::full));
    CHECK_FALSE(record.isOld());
    CHECK(
        record.asLogLine(R"({"m":1})") ==
        R"({"key":{"m":1},"fastest_index":1,"results":[{"outcome":{"Ok":{"name":"mma","index":1,"computation":)" +
            kTimesJson +
            R"(}}},{"outcome":{"Err":{"Unknown":{"name":"tma","err":"bad\n\"thing\""}}}},)"
            R"({"outcome":{"Err":{"Skip":{"name":"cpu"}}}}],"log_context":{"bounds":{"bounds":[],"launch_overhead":)"
            R"({"secs":0,"nanos":2}},"limit":{"secs":0,"nanos":7},"events":[{"TuningStep":["mma",{"secs":0,"nanos":3}]},)"
            R"({"ShortCircuit":"mma"}]}})");
}

TEST_CASE("the layout of the first lines tells level and age") {
    const HumanRecord modern(*readFastest("a-K - M: 1. Top 3 times: [(4, 2ns)]"), "", 1);
    CHECK((modern.level() == HumanRecord::Level::minimal));
    CHECK_FALSE(modern.isOld());
    CHECK(modern.topTimes().at(0).first == 4);
    HumanRecord old(*readFastest("a-K - M: 1. "), "", 1);
    CHECK(old.fault() == "no results follow it");
    old.takeTopTimes("[(4, 2ns)]");
    CHECK((old.level() == HumanRecord::Level::minimal));
    CHECK(old.isOld());
    CHECK(old.fault().empty());
    const HumanRecord none(*readFastest("a-K - M: 1. Top 3 times: []"), "", 1);
    CHECK(none.fault() == "its list of times names no success");
}

TEST_CASE("a record that is not whole says what is wrong") {
    HumanRecord record = full();
    record.takeFailure("Skip");
    CHECK(record.fault() == "no results follow it");
    const std::string other = "Autotune[1] name other" + kTimes;
    record.takeSuccess(other);
    CHECK(record.fault() == "the results behind it are of another decision");
    HumanRecord unreadable = full();
    unreadable.takeSuccess("Autotune[1] name mma => B {");
    CHECK(unreadable.fault() == "one of its results cannot be read");
    HumanRecord missing = full();
    missing.takeStep("mma (compilation & bench: 3ns)");
    missing.takeStep("mma (compilation & bench: 3ns)");
    const std::string best = "Autotune[1] name mma" + kTimes;
    missing.takeSuccess(best);
    CHECK(missing.fault() == "results of candidates that were measured are missing");
    missing.takeFailure("Skip");  // a version whose failures have no names: cannot tell
    CHECK(missing.fault().empty());
}

TEST_CASE("the text of a failure ends with the next message and has a longest length") {
    HumanRecord record = full();
    const std::string best = "Autotune[1] name mma" + kTimes;
    record.takeSuccess(best);
    record.takeMoreText("not of a failure");
    record.takeFailure("tma: An unknown error happened.");
    record.takeMoreText("a");
    record.endFailureText();
    record.takeMoreText("b");
    CHECK(record.asLogLine("{}").find(R"("err":"a")") != std::string::npos);
    record.takeFailure("A compilation error happened during launch");
    const std::string line(1000, 'x');
    for (int i = 0; i < 1000; ++i)
        record.takeMoreText(line);
    CHECK(record.asLogLine("{}").find(R"({"Launch":{"reason":"A compilation error happened during launch\nxxx)") !=
          std::string::npos);
    CHECK(record.asLogLine("{}").size() < 2 * kLongestReason);
}
