#include "core/read/decision_record.h"
#include "tests/support/candidate_status.h"

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::statusOf;

namespace {

struct Read {
    DecisionRecordReader::Outcome outcome{};
    Decision decision;
    std::string reason;
    InternPool::Contents pool;
};

Read read(const std::string& text) {
    InternPool pool;
    DecisionRecordReader reader(pool);
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    REQUIRE(parser.parse(text).get(object) == simdjson::SUCCESS);
    Read result;
    result.outcome = reader.read(object, text, result.decision);
    result.reason = reader.reason();
    result.pool = pool.take();
    return result;
}

std::vector<std::string> linesOf(const std::string& name) {
    std::ifstream file(std::string(FLIPSCOPE_TEST_DATA) + "/decision_log/" + name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

// One of the lines of versions.jsonl, 1-based: see there.
Read readVersion(std::size_t line) {
    return read(linesOf("versions.jsonl").at(line - 1));
}

std::string ok(const std::string& name, int index, int min, int median) {
    const auto nanos = [](int n) { return R"({"secs":0,"nanos":)" + std::to_string(n) + "}"; };
    return R"({"outcome":{"Ok":{"name":")" + name + R"(","index":)" + std::to_string(index) +
           R"(,"computation":{"mean":)" + nanos(median) + R"(,"median":)" + nanos(median) + R"(,"min":)" + nanos(min) +
           R"(,"max":)" + nanos(median) + "}}}}";
}

std::string record(const std::string& results, const std::string& fastest = "0", const std::string& context = "null") {
    return R"({"key":{"a":1},"fastest_index":)" + fastest + R"(,"results":[)" + results + R"(],"log_context":)" +
           context + "}";
}

std::string damage(const std::string& text) {
    const Read result = read(text);
    CHECK(result.outcome == DecisionRecordReader::Outcome::damaged);
    return result.reason;
}

std::vector<std::string> namesOf(const Read& result) {
    return result.pool.sets.at(result.decision.set.value).names;
}

std::string reasonOf(const Read& result, std::uint32_t candidate) {
    for (const FailedCandidate& failed : result.decision.failed) {
        if (failed.index.value == candidate) return result.pool.texts.at(failed.reason);
    }
    return "not failed";
}

}  // namespace

TEST_CASE("failures get the indices that no success has, in their order") {
    const std::string skip = R"({"outcome":{"Err":{"Skip":{"name":"s"}}}})";
    const std::string failed = R"({"outcome":{"Err":{"Unknown":{"name":"f","err":"no"}}}})";
    const Read result =
        read(record(ok("c", 3, 10, 10) + "," + ok("a", 1, 11, 11) + "," + skip + "," + failed + "," + skip, "3"));
    CHECK(namesOf(result) == std::vector<std::string>{"s", "a", "f", "c", "s"});
    REQUIRE(result.decision.failed.size() == 1);
    CHECK(result.decision.failed[0].index == CandidateIndex{2});
    CHECK(statusOf(result.decision, CandidateIndex{4}) == CandidateStatus::skipped);
    CHECK(result.decision.measured[0].index == CandidateIndex{3});
}

TEST_CASE("every failure variant has its status, name and reason") {
    const Read result = readVersion(1);
    const auto status = [&](std::uint32_t i) { return statusOf(result.decision, CandidateIndex{i}); };
    CHECK(namesOf(result) == std::vector<std::string>{"a", "b", "c", "d", "e", "", "", "", "i", "j"});
    CHECK(status(0) == CandidateStatus::measured);
    CHECK(status(1) == CandidateStatus::skipped);
    CHECK(status(2) == CandidateStatus::failed);
    CHECK(reasonOf(result, 2) == "refused");
    CHECK(status(3) == CandidateStatus::invalidSamples);
    CHECK(status(4) == CandidateStatus::notMeasured);
    CHECK(reasonOf(result, 5) == "none fits");
    CHECK(reasonOf(result, 6) == R"(TooManyResources Units: {"requested":2048,"max":1024})");
    CHECK(reasonOf(result, 7) == "CompilationError Generic: bad code");
    CHECK(status(8) == CandidateStatus::rejected);
    CHECK(reasonOf(result, 8) == "too small");
    CHECK(status(9) == CandidateStatus::unknownError);
    CHECK(reasonOf(result, 9) == R"(Melted: {"name":"j","degrees":400})");
}

TEST_CASE("bounds of both versions, the limit and the short circuit are read") {
    const Read older = readVersion(2);
    REQUIRE(older.decision.bounds.size() == 1);
    CHECK(older.decision.bounds[0].amount == 3000);
    CHECK(older.decision.bounds[0].peakPerSecond == 1.5e12);
    CHECK(older.decision.bounds[0].threshold == 0.8);
    CHECK(older.decision.limit == Nanoseconds{25});
    CHECK(older.decision.launchOverhead == Nanoseconds{6000});
    CHECK(older.decision.shortCircuitedBy == CandidateIndex{1});
    const Read newer = readVersion(3);
    REQUIRE(newer.decision.bounds.size() == 1);
    CHECK(newer.decision.bounds[0].amount == doctest::Approx(1.8446744073709552e19));
    CHECK(std::isnan(newer.decision.bounds[0].peakPerSecond));
    CHECK_FALSE(newer.decision.launchOverhead);
    CHECK_FALSE(newer.decision.limit);
}

TEST_CASE("the JSON-line caches of older versions are read, and hold the decided candidate") {
    const Read v05 = readVersion(4);
    CHECK(namesOf(v05) == std::vector<std::string>{"", "", "a"});
    CHECK(v05.decision.usedWinner == CandidateIndex{2});
    CHECK(reasonOf(v05, 0) == "Unable to launch: \"x\"");
    CHECK(statusOf(v05.decision, CandidateIndex{1}) == CandidateStatus::skipped);
    CHECK(v05.pool.keys[0].canonicalJson == R"({"a":1})");
    const Read v06 = readVersion(5);
    CHECK(reasonOf(v06, 0) == "some text");
    CHECK(statusOf(v06.decision, CandidateIndex{2}) == CandidateStatus::invalidSamples);
    const Read v09 = readVersion(6);
    CHECK(namesOf(v09) == std::vector<std::string>{"a", "b"});
    CHECK(v09.decision.source == WinnerSource::log);
    const Read pin = readVersion(7);
    CHECK(pin.decision.usedWinner == CandidateIndex{14});
    CHECK(namesOf(pin).empty());
}

TEST_CASE("the used winner is the logged one only where the record proves it") {
    const auto source = [](const std::string& text) { return read(text).decision.source; };
    CHECK(source(record(ok("a", 0, 15, 20) + "," + ok("b", 1, 10, 90))) == WinnerSource::log);
    CHECK(source(record(ok("a", 0, 16, 20) + "," + ok("b", 1, 10, 90))) == WinnerSource::none_notProvable);
    const Read nothingNamed = read(record(ok("a", 0, 10, 10), "null"));
    CHECK(nothingNamed.decision.source == WinnerSource::none_notDecided);
    CHECK_FALSE(nothingNamed.decision.loggedWinner);
    const Read namesOnly = readVersion(8);
    CHECK(namesOnly.decision.source == WinnerSource::none_notProvable);
    CHECK_FALSE(namesOnly.decision.measured.at(0).hasTiming);
}

TEST_CASE("a short circuit by a repeated name is told only when the limit tells") {
    const auto by = [](int firstMin, int secondMin) {
        const std::string context = R"({"bounds":null,"limit":{"secs":0,"nanos":20},"events":[{"ShortCircuit":"g"}]})";
        return read(record(ok("g", 0, firstMin, 90) + "," + ok("g", 1, secondMin, 90), "0", context))
            .decision.shortCircuitedBy;
    };
    CHECK(by(18, 30) == CandidateIndex{0});
    CHECK(by(30, 18) == CandidateIndex{1});
    CHECK_FALSE(by(18, 19));
    CHECK_FALSE(by(30, 31));
}

TEST_CASE("a record that contradicts itself is damaged, with the place") {
    const std::string a = ok("a", 0, 10, 10);
    CHECK(damage(record(a + "," + a)) == "two results have index 0");
    CHECK(damage(record(ok("a", 1, 10, 10))) == "index 1 in a list of 1 candidates");
    CHECK(damage(record(a, "7")) == "\"fastest_index\" is 7 in a list of 1 candidates");
    CHECK(damage(record("")) == "\"fastest_index\" is 0 in a list of 0 candidates");
    CHECK(damage(record(a, "-1")) == "\"fastest_index\" is no index");
    CHECK(damage(record(a, "\"0\"")) == "\"fastest_index\" is no index");
    CHECK(damage(record(ok("a", 0, -5, 10))) == "results[0]: its times are incomplete or out of range");
    CHECK(damage(record(R"({"outcome":{"Ok":{"name":7,"index":0}}})")) == "results[0]: its name is no text");
    CHECK(damage(record(R"({"outcome":{"Ok":{"index":0}}})")) == "results[0]: it has no name");
    CHECK(damage(record(R"({"outcome":{"Ok":{"name":"a"}}})")) == "results[0]: it has no index");
    CHECK(damage(record(R"({"outcome":{"Err":{"Skip":{"name":[]}}}})")) == "results[0]: its name is no text");
    CHECK(damage(record(a + ",17")) == "results[1]: it is neither Ok nor Err");
    CHECK(damage(record(a + R"(,{"outcome":{}})")) == "results[1]: it is neither Ok nor Err");
    CHECK(damage(R"({"fastest_index":0,"results":[]})") == "the record has no \"key\" object");
    CHECK(damage(R"({"key":3,"fastest_index":0,"results":[]})") == "the record has no \"key\" object");
    CHECK(damage(R"({"key":{},"fastest_index":0})") == "the record has no \"results\" array");
    CHECK(damage(R"({"key":{"checksum":"x"},"value":{"fastest_index":0,"results":[]}})") ==
          "the record has no \"key\" object");
}

TEST_CASE("a context that cannot be read is left out and said, the decision is kept") {
    const std::string a = ok("a", 0, 10, 10);
    const auto reason = [&](const std::string& context) {
        const Read result = read(record(a, "0", context));
        CHECK(result.outcome == DecisionRecordReader::Outcome::decision);
        CHECK(result.decision.usedWinner == CandidateIndex{0});
        return result.reason;
    };
    CHECK(reason("null").empty());
    CHECK(reason("{}").empty());
    CHECK(reason("7") == "left out: \"log_context\"");
    CHECK(reason(R"({"limit":{"secs":0,"nanos":-1}})") == "left out: \"limit\"");
    CHECK(reason(R"({"limit":{"secs":9223372037,"nanos":0},"events":{}})") == "left out: \"limit\", \"events\"");
    CHECK(reason(R"({"bounds":{"bounds":[{"threshold":1}]}})") == "left out: \"bounds\"");
}

TEST_CASE("objects that are no records are told apart from damaged ones") {
    CHECK(read(R"({"loss":1})").outcome == DecisionRecordReader::Outcome::noRecord);
    CHECK(read("{}").outcome == DecisionRecordReader::Outcome::noRecord);
    CHECK(read(R"({"error":"Failed to serialize"})").outcome == DecisionRecordReader::Outcome::producerFailed);
}

TEST_CASE("real lines are read whole") {
    const std::vector<std::string> lines = linesOf("real_lines.jsonl");
    REQUIRE(lines.size() == 3);
    const Read broadcast = read(lines[0]);
    CHECK(broadcast.pool.keys[0].tuner == "fused_reduce_broadcasted");
    CHECK(broadcast.pool.sets[0].checksum == "a71bb78aee91402052aaa9f0498dba19");
    const Read reduce = read(lines[1]);
    CHECK(reduce.pool.sets[0].checksum == "2b424612e2c2afd9c046e0167e058384");
    CHECK(reduce.decision.shortCircuitedBy);
    CHECK(reduce.decision.bounds.size() == 2);
    const Read fused = read(lines[2]);
    CHECK(fused.pool.sets[0].checksum == "5e6491352fcf2ee8ae359759ea8752ac");
    CHECK(fused.decision.measured.size() == 1);
    CHECK(fused.decision.failed.size() > 1);
    CHECK(fused.decision.source == WinnerSource::log);
}
