#include "core/read/decision_log.h"
#include "tests/support/sample_log.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using flipscope::testing::decisionLine;

namespace {

const std::string kOk1 =
    R"({"outcome":{"Ok":{"name":"b","index":1,"computation":{"mean":{"secs":0,"nanos":12},"median":{"secs":0,"nanos":11},)"
    R"("variance":{"secs":0,"nanos":0},"min":{"secs":0,"nanos":10},"max":{"secs":1,"nanos":15}}}}})";
const std::string kSkip0 = R"({"outcome":{"Err":{"Skip":{"name":"a"}}}})";

std::string record(const std::string& key = R"({"a":1})") {
    return R"({"key":)" + key + R"(,"fastest_index":1,"fastest_time":{"secs":0,"nanos":11},"results":[)" + kOk1 + "," +
           kSkip0 + R"(],"log_context":null,"checks":null})";
}

struct Parsed {
    ParsedLog log;
    InternPool::Contents pool;
};

Parsed parse(const std::string& text, bool padded = false) {
    InternPool pool;
    std::string copy = text;
    if (padded) copy.append(kReadPadding, '{');
    Parsed parsed;
    parsed.log = readDecisionLog(std::string_view(copy).substr(0, text.size()), padded, "x.jsonl", pool);
    parsed.pool = pool.take();
    return parsed;
}

// What a log gave, small enough to check by eye: the lines of the decisions, then the problems.
std::string outline(const ParsedLog& log) {
    std::ostringstream out;
    for (const Decision& decision : log.decisions)
        out << "decision in line " << decision.line << "\n";
    for (const Problem& problem : log.problems)
        out << toString(problem.kind) << " in line " << problem.line << "\n";
    CHECK(log.problemCount == log.problems.size());
    return out.str();
}

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::vector<std::filesystem::path> realLogs() {
    std::vector<std::filesystem::path> logs;
    const std::filesystem::path folder = std::filesystem::path(FLIPSCOPE_SHARED_DATA) / "burn-0.22-h200";
    if (!std::filesystem::is_directory(folder)) return logs;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (std::filesystem::exists(entry.path() / "decisions.jsonl")) logs.push_back(entry.path() / "decisions.jsonl");
    }
    return logs;
}

}  // namespace

TEST_CASE("a record becomes a decision with its indices, times and candidate set") {
    const Parsed parsed = parse(record() + "\n");
    REQUIRE(outline(parsed.log) == "decision in line 1\n");
    const Decision& decision = parsed.log.decisions[0];
    CHECK(decision.loggedWinner == CandidateIndex{1});
    CHECK(decision.usedWinner == CandidateIndex{1});
    CHECK(decision.source == WinnerSource::log);
    REQUIRE(decision.measured.size() == 1);
    CHECK(decision.measured[0].timing.mean.value == 12);
    CHECK(decision.measured[0].timing.median.value == 11);
    CHECK(decision.measured[0].timing.min.value == 10);
    CHECK(decision.measured[0].timing.max.value == 1'000'000'015);
    CHECK(decision.failed.empty());
    CHECK(parsed.pool.sets.at(decision.set.value).names == std::vector<std::string>{"a", "b"});
    CHECK(parsed.pool.keys.at(decision.key.value).canonicalJson == R"({"a":1})");
}

TEST_CASE("records are found whatever separates them") {
    const std::string two = "decision in line 1\ndecision in line 1\n";
    CHECK(outline(parse(record() + record() + "\n\n").log) == two);
    CHECK(outline(parse(record() + " \t" + record()).log) == two);
    CHECK(outline(parse("\xEF\xBB\xBF" + record() + "\r\n\r\n" + record() + "\r\n").log) ==
          "decision in line 1\ndecision in line 3\n");
    CHECK(outline(parse(record()).log) == "decision in line 1\n");
    CHECK(outline(parse("").log).empty());
    CHECK(outline(parse("\n\n  \n").log).empty());
    CHECK(outline(parse("[2026-08-01 INFO cubecl::autotune::decision] " + record() + "\n").log) ==
          "decision in line 1\n");
    CHECK(outline(parse(record(), true).log) == "decision in line 1\n");
}

TEST_CASE("members may come in any order and with space between them") {
    const std::string text = R"( { "results" : [ )" + kSkip0 + " , " + kOk1 +
                             R"( ] , "key" : { "b" : [1, 2] , "a" : "}" } , "fastest_index" : 1 })";
    const Parsed parsed = parse(text + "\n" + text + text);
    REQUIRE(outline(parsed.log) == "decision in line 1\ndecision in line 2\ndecision in line 2\n");
    CHECK(parsed.pool.keys.at(0).canonicalJson == R"({"a":"}","b":[1,2]})");
    CHECK(parsed.pool.keys.size() == 1);
}

TEST_CASE("other lines are counted and are no problem") {
    const Parsed parsed = parse("Fastest result a-Key - X: 1.\n" + record() + "\n - Tuning: a\n{\"loss\":7.5}\n");
    CHECK(outline(parsed.log) == "decision in line 2\n");
    CHECK(parsed.log.otherLines == 3);
    CHECK(parsed.log.recordsSkipped == 0);
    for (const std::string other :
         {R"(set {} {"a":1 )", R"(got {"key": "x"} now)", R"({"key":"lr","value":0.1})", "}", "["}) {
        CAPTURE(other);
        CHECK(outline(parse(other + "\n" + record()).log) == "decision in line 2\n");
        CHECK(parse(other + "\n" + record()).log.otherLines == 1);
    }
}

TEST_CASE("a damaged record costs neither the line behind it nor its neighbours in the same line") {
    const std::string good = record();
    const std::string cut = good.substr(0, 150);
    const std::string around = "decision in line 1\ndecision in line 3\ndamagedRecord in line 2\n";
    CHECK(outline(parse(good + "\n" + cut + "\n" + good + "\n").log) == around);
    CHECK(outline(parse(good + "\n" + good.substr(150) + "\n" + good + "\n").log) == around);

    const std::string survives = "decision in line 1\ndamagedRecord in line 1\n";
    for (const std::size_t length : {2U, 8U, 30U, 60U, 150U, 200U, 300U}) {
        CAPTURE(length);
        CHECK(outline(parse(good.substr(0, length) + good + "\n").log) == survives);
        CHECK(outline(parse(good.substr(0, good.size() - 1 - length) + good + "\n").log) == survives);
    }
    CHECK(outline(parse(good + cut + "\n").log) == survives);
    CHECK(outline(parse(good.substr(150) + good + "\n").log) == survives);
    CHECK(outline(parse(good + good.substr(150) + "\n").log) == survives);

    std::string wrongNumber = good;
    wrongNumber.replace(wrongNumber.find("\"index\":1"), 9, "\"index\":-");
    CHECK(outline(parse(wrongNumber + good + "\n").log) == survives);
    CHECK(parse(wrongNumber + good + "\n").log.recordsSkipped == 1);
    CHECK(outline(parse(wrongNumber + wrongNumber + good + cut + good + "\n").log)
              .find("decision in line 1\ndecision in line 1\ndam") == 0);
}

TEST_CASE("a last line without its end is torn, damage elsewhere is not") {
    const std::string good = record();
    CHECK(outline(parse(good + "\n" + good.substr(0, 200)).log) == "decision in line 1\ntornLastLine in line 2\n");
    CHECK(outline(parse(good + "\n{").log) == "decision in line 1\ntornLastLine in line 2\n");
    CHECK(outline(parse(good + good.substr(0, 200)).log) == "decision in line 1\ntornLastLine in line 1\n");
    CHECK(outline(parse(good + "\n" + good.substr(0, 200) + "\n").log) ==
          "decision in line 1\ndamagedRecord in line 2\n");
    CHECK(parse(good + "\n{").log.recordsSkipped == 1);
}

TEST_CASE("what no JSON reader can take is skipped with a reason") {
    const std::string good = record();
    std::string invalidUtf8 = good;
    invalidUtf8.replace(invalidUtf8.find("\"a\"}"), 3, "\"\xFF\"");
    std::string zeroInside = good;
    zeroInside[20] = '\0';
    const std::string deep = R"({"key":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
    const std::string openOnly = std::string(100'000, '{');
    for (const std::string& bad :
         {invalidUtf8, zeroInside, deep, openOnly, std::string("{{{"), std::string(R"({"key":)")}) {
        const Parsed parsed = parse(bad + "\n" + good + "\n");
        CHECK(outline(parsed.log) == "decision in line 2\ndamagedRecord in line 1\n");
        CHECK(!parsed.log.problems[0].message.empty());
        CHECK(parsed.log.problems[0].path == "x.jsonl");
    }
}

TEST_CASE("zero bytes left by a crash are said and cost nothing") {
    const std::string hole(40, '\0');
    CHECK(outline(parse(hole + record() + "\n").log) == "decision in line 1\ndamagedRecord in line 1\n");
    CHECK(outline(parse(record() + "\n" + hole).log) == "decision in line 1\ndamagedRecord in line 2\n");
}

TEST_CASE("a line the producer could not write is a skipped record, escaped or not") {
    const std::string failure = R"({"error": "Failed to serialize the autotune decision: key must be a "string""})";
    const std::string proper = R"({"error": "Recording autotune is not available without std_io"})";
    CHECK(outline(parse(failure + "\n" + proper + "\n" + record()).log) ==
          "decision in line 3\ndamagedRecord in line 1\ndamagedRecord in line 2\n");
}

TEST_CASE("a record of any length is read, alone in its line or not") {
    const std::string longName(200'000, 'n');
    std::string big = record();
    big.replace(big.find("\"name\":\"a\""), 10, "\"name\":\"" + longName + "\"");
    const Parsed parsed = parse(big + "\n" + record() + "\n");
    REQUIRE(outline(parsed.log) == "decision in line 1\ndecision in line 2\n");
    CHECK(parsed.pool.sets.at(0).names[0] == longName);
    std::string manyInOneLine;
    for (int i = 0; i < 5000; ++i)
        manyInOneLine += record();
    CHECK(parse(manyInOneLine).log.decisions.size() == 5000);
}

TEST_CASE("searching a damaged line takes bounded work") {
    std::string hostile;
    for (int i = 0; i < 400'000; ++i)
        hostile += i % 2 == 0 ? R"({"key":")" : R"({"key":1,)";
    const Parsed parsed = parse(hostile + "\n" + record() + "\n");
    CHECK(parsed.log.decisions.size() == 1);
    CHECK(parsed.log.problemCount <= 2);
}

TEST_CASE("at most a hundred problems are kept and all are counted") {
    std::string text;
    for (int i = 0; i < 250; ++i)
        text += "{broken\n";
    const Parsed parsed = parse(text);
    CHECK(parsed.log.problems.size() == kMaxProblemsKept);
    CHECK(parsed.log.problemCount == 250);
    CHECK(parsed.log.recordsSkipped == 250);
}

TEST_CASE("a stop request ends the reading") {
    std::stop_source stop;
    stop.request_stop();
    InternPool pool;
    CHECK(readDecisionLog(record(), false, "x", pool, stop.get_token()).decisions.empty());
}

TEST_CASE("a decision log is known by its first records") {
    CHECK(looksLikeDecisionLog(record()));
    CHECK(looksLikeDecisionLog(record().substr(0, 60)));
    CHECK(looksLikeDecisionLog("Fastest result x\n\n" + record()));
    CHECK(looksLikeDecisionLog("\xEF\xBB\xBF" + record()));
    CHECK(looksLikeDecisionLog("12:00 INFO " + record()));
    CHECK(looksLikeDecisionLog(R"({"key":{"key":{"a":1},"checksum":"00"},"value":{"fastest_index":1,"results":[]}})"));
    CHECK_FALSE(looksLikeDecisionLog(""));
    CHECK_FALSE(looksLikeDecisionLog("step 0: loss 7.06\n"));
    CHECK_FALSE(looksLikeDecisionLog(R"({"loss":1})"));
    CHECK_FALSE(looksLikeDecisionLog(R"({"key":"a","value":3})"));
}

TEST_CASE("every line of the real logs is read as an independent reader reads it") {
    const std::map<std::size_t, std::set<std::string>> checksums{{33, {"f8afebf0bd2882ee9d95825980948e26"}},
                                                                 {17, {"5e6491352fcf2ee8ae359759ea8752ac"}},
                                                                 {6, {"2b424612e2c2afd9c046e0167e058384"}},
                                                                 {4, {"1d16f5a3490550ae8efe097eb0ee9fb2"}},
                                                                 {2, {"a71bb78aee91402052aaa9f0498dba19"}}};
    for (const auto& path : realLogs()) {
        CAPTURE(path.string());
        const Parsed parsed = parse(readFile(path));
        CHECK(parsed.log.problemCount == 0);
        CHECK(parsed.log.otherLines == 0);
        std::ifstream file(path);
        std::string line;
        std::size_t at = 0;
        for (; std::getline(file, line); ++at) {
            REQUIRE(at < parsed.log.decisions.size());
            const Decision& decision = parsed.log.decisions[at];
            const nlohmann::json expected = nlohmann::json::parse(line);
            CHECK(decision.line == at + 1);
            CHECK(decision.loggedWinner->value == expected["fastest_index"]);
            CHECK(parsed.pool.keys[decision.key.value].canonicalJson == expected["key"].dump());
            CHECK(checksums.at(expected["results"].size()).count(parsed.pool.sets[decision.set.value].checksum) == 1);
            std::size_t measured = 0;
            std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
            for (const auto& result : expected["results"]) {
                if (!result["outcome"].contains("Ok")) continue;
                const auto& ok = result["outcome"]["Ok"];
                const MeasuredCandidate& candidate = decision.measured.at(measured++);
                CHECK(candidate.index.value == ok["index"]);
                CHECK(candidate.timing.median.value == ok["computation"]["median"]["nanos"]);
                CHECK(parsed.pool.sets[decision.set.value].names[candidate.index.value] == ok["name"]);
                smallest = std::min(smallest, ok["computation"]["min"]["nanos"].get<std::int64_t>());
            }
            CHECK(decision.measured.size() == measured);
            const bool proved = 2 * decision.measured[0].timing.min.value <= 3 * smallest;
            CHECK((decision.usedWinner == decision.loggedWinner) == proved);
        }
        CHECK(at == parsed.log.decisions.size());
        CHECK(at % 42 == 0);
    }
}

TEST_CASE("bytes that are neither a record nor text are a problem, ordinary text is none") {
    const std::string text = "12:00 INFO µs \x1b[32mok\x1b[0m\r\n" + record() + "\n\x80\x81\n" + record() +
                             "\nGr\xF6\xDF" + "e des Puffers\n\x01\x02text\n" + record() + "\x80\x81\n{\"loss\":1}\n";
    const Parsed parsed = parse(text);
    CHECK(parsed.log.decisions.size() == 3);
    CHECK(parsed.log.otherLines == 3);
    CHECK(parsed.log.recordsSkipped == 3);
    REQUIRE(parsed.log.problems.size() == 3);
    CHECK(parsed.log.problems[0].line == 3);
    CHECK(parsed.log.problems[0].message == R"(2 bytes that are neither a record nor text: \x80\x81)");
    CHECK(parsed.log.problems[1].line == 6);
    CHECK(parsed.log.problems[2].line == 7);
}

TEST_CASE("times that contradict themselves prove nothing and are no band, the decision stays") {
    std::string bad = record();
    const std::string::size_type at = bad.find("\"min\":{\"secs\":0,\"nanos\":");
    REQUIRE(at != std::string::npos);
    bad.insert(at + 24, "99");
    const Parsed parsed = parse(bad + "\n" + record() + "\n");
    REQUIRE(parsed.log.decisions.size() == 2);
    CHECK(parsed.log.recordsSkipped == 0);
    REQUIRE(parsed.log.problems.size() == 1);
    CHECK(parsed.log.problems[0].line == 1);
    CHECK(parsed.log.problems[0].message.find("1 candidate contradict themselves") != std::string::npos);
    const Decision& kept = parsed.log.decisions[0];
    CHECK(kept.measured.size() == parsed.log.decisions[1].measured.size());
    CHECK_FALSE(kept.measured[0].hasTiming);
}

TEST_CASE("the members that only records have are known by any of them") {
    const std::string line = decisionLine(64, 0, {10, 20});
    for (std::size_t from = 0; from + 400 < line.size(); from += 50)
        CHECK(holdsMembersOfRecord(line.substr(from, 400)));
    CHECK_FALSE(holdsMembersOfRecord(R"({"elapsed":{"secs":1,"nanos":5},"outcome":"Ok"})"));
}
