#include "core/rerun/rerun_transcript.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

namespace flipscope {

namespace {

TimingSummary timingOf(unsigned samples) {
    TimingSummary timing;
    timing.min = timing.median = timing.max = timing.lowerBand = timing.upperBand = Nanoseconds{7};
    timing.samples = samples;
    return timing;
}

}  // namespace

TEST_CASE("A report comes back from its messages") {
    RerunReport report = test::smallRerun();
    report.rounds.push_back(report.rounds.front());
    report.rounds[1].request.lhsSeed = 7;
    report.rounds[1].request.problem.rhsTransposed = true;
    report.rounds[1].results[0].timing = timingOf(9);
    report.rounds[1].results[3].byAsker = true;
    const auto read = reportOfTranscript(transcriptOf(report));
    REQUIRE(read);
    CHECK(read.value().hello->devices.at(0).name == "Hopper");
    REQUIRE(read.value().rounds.size() == 2);
    CHECK(read.value().rounds[1].request.lhsSeed == 7);
    CHECK((read.value().rounds[1].request.problem == report.rounds[1].request.problem));
    CHECK((read.value().rounds[1].request.candidates == report.rounds[1].request.candidates));
    REQUIRE(read.value().rounds[0].results.size() == report.rounds[0].results.size());
    for (std::size_t i = 0; i < report.rounds[0].results.size(); ++i) {
        const RerunResult& written = report.rounds[0].results[i];
        const RerunResult& found = read.value().rounds[0].results[i];
        CHECK((found.candidate == written.candidate));
        CHECK((found.status == written.status));
        if (written.status == RerunStatus::ok) CHECK(found.checksum == written.checksum);
        CHECK_FALSE(found.byAsker);
        CHECK(found.guardBytesChanged == written.guardBytesChanged);
    }
    CHECK(read.value().rounds[1].results[0].timing->samples == 9);
    CHECK(read.value().rounds[1].results[3].byAsker);
    CHECK(transcriptOf(read.value()) == transcriptOf(report));
}

TEST_CASE("What is no transcript is an error that names the message") {
    const std::vector<std::string> good = transcriptOf(test::smallRerun());
    const auto faultOf = [&](std::size_t at, const std::string& line) {
        std::vector<std::string> lines = good;
        lines.at(at) = line;
        const auto read = reportOfTranscript(lines);
        return read ? std::string() : read.errorMessage();
    };
    CHECK(faultOf(0, good[0]).empty());
    CHECK(faultOf(0, "[]").starts_with("message 1: "));
    CHECK(faultOf(1, good[0]).find("second hello") != std::string::npos);
    CHECK(faultOf(1, R"({"type":"quit"})").starts_with("message 2: "));
    CHECK(faultOf(1, R"({"type":"run","id":"1","problem":{"m":-4}})").starts_with("message 2: "));
    CHECK(faultOf(2, R"({"type":"result","id":"9","name":"a","status":"notRun"})").find("no request") !=
          std::string::npos);
    CHECK(faultOf(3, R"({"type":"result","id":"1","name":"a","status":"excellent"})").starts_with("message 4: "));
    CHECK(faultOf(0, R"({"type":"hello","protocol":2,"name":"x","devices":[]})").find("version") != std::string::npos);
    RerunReport many = test::smallRerun();
    many.rounds[0].results[0].errors[0].ulpHistogram[3] = 65;  // of 8·8 elements
    CHECK(reportOfTranscript(transcriptOf(many)).errorMessage().find("ulpHistogram") != std::string::npos);
    CHECK(reportOfTranscript({}));
}

}  // namespace flipscope
