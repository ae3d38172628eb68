#include "core/read/candidate_error.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Read {
    CandidateStatus status;
    std::string name, reason;
    bool operator==(const Read&) const = default;
};

Read read(const std::string& payload) {
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    REQUIRE(parser.parse(payload).get(element) == simdjson::SUCCESS);
    const auto error = readCandidateError(element);
    REQUIRE(error);
    return {error->status, std::string(error->name), error->reason};
}

}  // namespace

TEST_CASE("bare texts of the oldest versions") {
    CHECK(read(R"("Skip")") == Read{CandidateStatus::skipped, "", ""});
    CHECK(read(R"("InvalidSamples")") == Read{CandidateStatus::invalidSamples, "", ""});
    CHECK(read(R"("Unable to launch")") == Read{CandidateStatus::failed, "", "Unable to launch"});
    CHECK(read(R"("Unknown")") == Read{CandidateStatus::failed, "", "Unknown"});
    CHECK(read(R"({"Unknown":"text"})") == Read{CandidateStatus::failed, "", "text"});
}

TEST_CASE("variants with a name and a reason") {
    CHECK(read(R"({"Skip":{"name":"a"}})") == Read{CandidateStatus::skipped, "a", ""});
    CHECK(read(R"({"NotMeasured":{"name":"a"}})") == Read{CandidateStatus::notMeasured, "a", ""});
    CHECK(read(R"({"Unknown":{"name":"a","err":"no"}})") == Read{CandidateStatus::failed, "a", "no"});
    CHECK(read(R"({"Rejected":{"name":"a","reason":"no"}})") == Read{CandidateStatus::rejected, "a", "no"});
    CHECK(read(R"({"NoValidKernelFound":{"context":"no"}})") == Read{CandidateStatus::failed, "", "no"});
}

TEST_CASE("launch errors are put in words") {
    CHECK(read(R"({"Launch":{"OutOfMemory":{"reason":"full"}}})").reason == "OutOfMemory: full");
    CHECK(read(R"({"Launch":{"CompilationError":{"ExpansionPanicked":{"kernel":"k","message":"m"}}}})").reason ==
          "CompilationError ExpansionPanicked: m");
    CHECK(read(R"({"Launch":{"TooManyResources":{"CubeDim":{"requested":[1,2,3],"max":[1,1,1]}}}})").reason ==
          R"(TooManyResources CubeDim: {"requested":[1,2,3],"max":[1,1,1]})");
    CHECK(read(R"({"Launch":"DevicePoisoned"})").reason == "DevicePoisoned");
}

TEST_CASE("unknown variants and shapes are failures that keep their text") {
    CHECK(read(R"({"Melted":{"name":"a"}})") == Read{CandidateStatus::unknownError, "a", "Melted"});
    CHECK(read(R"({"Melted":null})") == Read{CandidateStatus::unknownError, "", "Melted"});
    CHECK(read(R"({"name":"a","err":"x"})") == Read{CandidateStatus::unknownError, "a", "x"});
    CHECK(read("null") == Read{CandidateStatus::unknownError, "", ""});
    CHECK(read("[1]") == Read{CandidateStatus::unknownError, "", "[1]"});
    CHECK(read("{}") == Read{CandidateStatus::unknownError, "", "{}"});
}

TEST_CASE("a long reason is cut between characters") {
    std::string text;
    while (text.size() <= kLongestReason)
        text += "é";
    const std::string reason = read("\"x" + text + "\"").reason;
    CHECK(reason.size() <= kLongestReason + std::string("…").size());
    CHECK(reason.substr(reason.size() - 5) == "é…");
    std::string nested = "1";
    for (int i = 0; i < 900; ++i)
        nested = "{\"" + std::string(20, 'n') + "\":" + nested + "}";
    CHECK(read("{\"Launch\":" + nested + "}").reason.size() <= kLongestReason + 3);
}

TEST_CASE("a name that is no text gives nothing") {
    simdjson::dom::parser parser;
    const std::string payload = R"({"Skip":{"name":7}})";
    CHECK_FALSE(readCandidateError(parser.parse(payload).value_unsafe()));
}
