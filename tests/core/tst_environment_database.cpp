#include "core/read/decision_log.h"
#include "core/read/environment_database.h"
#include "tests/support/document_text.h"
#include "tests/support/sample_database.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stop_token>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

Json valueOf(std::uint32_t winner) {
    return {{"fastest_index", winner},
            {"results", {sampleSuccess("mma", 1, 20), sampleSuccess("naive", 0, 30), sampleSkip("tma")}},
            {"bounds", nullptr},
            {"limit", {{"secs", 0}, {"nanos", 7}}}};
}

EnvironmentDatabase read(const std::string& path, InternPool& pool, const std::string& wal = "") {
    auto result = readEnvironmentDatabase(path, wal, pool);
    REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
    return std::move(result).value();
}

std::string errorOf(const std::string& path) {
    InternPool pool;
    return readEnvironmentDatabase(path, "", pool).errorMessage();
}

}  // namespace

TEST_CASE("a row gives the choice and the decision it was made from") {
    const TemporaryFolder folder;
    SampleDatabase(folder.file("a.db")).add(kMatmulNamespace, sampleKey(64, "ab"), valueOf(0));
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    REQUIRE(database.choices.size() == 1);
    const DatabaseChoice& choice = database.choices[0];
    CHECK(pool.canonicalJsonOf(choice.key) == R"({"definition":{"m":64}})");
    CHECK(pool.tunerOf(choice.key) == "tuner of mma");  // no key shape we know: named after the candidates
    CHECK(choice.checksum == "ab");
    CHECK(choice.device == "device-0-0-cuda");
    CHECK(choice.producerVersion == "0.11.0");
    CHECK(choice.winner.value == 0);
    REQUIRE(choice.decision.has_value());
    CHECK(choice.decision->key == choice.key);
    CHECK(pool.sizeOf(choice.decision->set) == 3);
    CHECK((choice.decision->source == WinnerSource::database));
    CHECK(choice.decision->usedWinner == CandidateIndex{0});  // the row's, though index 1 has the better score
    CHECK(choice.decision->databaseWinner == CandidateIndex{0});
    CHECK_FALSE(choice.decision->loggedWinner.has_value());
    CHECK(choice.decision->limit == Nanoseconds{7});
    REQUIRE(timingOf(*choice.decision, {1}) != nullptr);
    CHECK(timingOf(*choice.decision, {1})->median.value == 20);
    CHECK(database.problemCount == 0);
}

TEST_CASE("rows of one key with other checksums are kept in the order of their keys") {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        made.add(kMatmulNamespace, sampleKey(64, "bb"), valueOf(1));
        made.add(kMatmulNamespace, sampleKey(64, "aa"), valueOf(0));
    }
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    REQUIRE(database.choices.size() == 2);
    CHECK(database.choices[0].checksum == "aa");
    CHECK(database.choices[1].checksum == "bb");
    CHECK(database.choices[0].key == database.choices[1].key);
}

TEST_CASE("records and sessions are read, other namespaces are not") {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        made.add("records/v1/sessions", 5, {{"id", 5}, {"process", 42}});
        const Json record{{"table", kMatmulNamespace}, {"entry", sampleKey(64, "ab")}, {"winner", 1}, {"stored", true}};
        made.add("records/v1/autotune", {5, 1}, {{"record", record}});
        made.add("records/v1/marks", {5, 1}, 1);
        made.addBytes("throughput/0.11.0/probe", "\xff", "\xff");
        made.addBytes("cuda/0.11.0/ptx_sm90-cpp", "\xff", std::string(100'000, 'x'));
        made.addBytes("autotune", "", "");
        made.addBytes("autotune0", "", "");
    }
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    CHECK(database.problemCount == 0);
    REQUIRE(database.sessions.size() == 1);
    CHECK(database.sessions[0].processId == 42);
    CHECK(database.sessions[0].decisions == 1);
    REQUIRE(database.records.size() == 1);
    CHECK(database.records[0].session == 5);
    CHECK(database.records[0].winner.value == 1);
}

TEST_CASE("a key that only candidate names can place is the same in rows, pins and records") {
    const TemporaryFolder folder;
    const Json key{{"key", {{"Conv", {{"groups", 1}}}}}, {"checksum", "ab"}};
    const Json other{{"key", {{"Conv", {{"groups", 2}}}}}, {"checksum", "ab"}};
    {
        SampleDatabase made(folder.file("a.db"));
        made.add("autotune/1/d/t", key, {{"fastest_index", 0}, {"results", {sampleSuccess("wgrad_im2col", 0, 5)}}});
        made.add("autotune/1/d/t", other, {{"fastest_index", 0}, {"results", Json::array()}});
        made.add("records/v1/autotune", {5, 1},
                 {{"record", {{"table", "autotune/1/d/t"}, {"entry", key}, {"winner", 0}}}});
    }
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    REQUIRE(database.choices.size() == 2);
    REQUIRE(database.records.size() == 1);
    CHECK(pool.tunerOf(database.choices[0].key) == "conv_backward_weight");
    CHECK(pool.tunerOf(database.choices[1].key) == "conv_backward_weight");
    CHECK_FALSE(database.choices[1].decision.has_value());
    CHECK(database.records[0].key == database.choices[0].key);
}

TEST_CASE("the plan of a record names the candidates where no row does") {
    const TemporaryFolder folder;
    const Json entry{{"key", {{"Conv", {{"groups", 1}}}}}, {"checksum", "ab"}};
    const Json plan{{{"name", "dgrad_fallback"}, {"index", 0}}};
    SampleDatabase(folder.file("a.db"))
        .add("records/v1/autotune", {5, 1}, {{"record", {{"entry", entry}, {"winner", 0}, {"plan", plan}}}});
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    REQUIRE(database.records.size() == 1);
    CHECK(pool.tunerOf(database.records[0].key) == "conv_backward_data");
}

TEST_CASE("damaged rows are skipped with namespace, row and reason; their neighbours stay") {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        made.add(kMatmulNamespace, sampleKey(1, "ab"), valueOf(0));
        made.addBytes(kMatmulNamespace, "\xa1\xff", "\xa0");
        made.add(kMatmulNamespace, sampleKey(2, "ab"), valueOf(9));
        made.add(kMatmulNamespace, sampleKey(3, "ab"), valueOf(1));
        made.run("INSERT INTO entries VALUES ('" + kMatmulNamespace + "', 12, 13, 0)");
        made.run("INSERT INTO entries VALUES ('" + kMatmulNamespace + "', x'a0', zeroblob(5000000), 0)");
        made.run("INSERT INTO entries VALUES ('records/v1/sessions', 'text', 'text', 0)");
    }
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    CHECK(database.rowsSkipped == 5);
    REQUIRE(database.choices.size() == 2);
    CHECK(database.choices[1].winner.value == 1);
    CHECK(database.choices[1].decision.has_value());
    REQUIRE(database.problems.size() == 6);
    CHECK(database.problems[0].message ==
          "row 1 of " + kMatmulNamespace + ": its value is too long or neither text nor blob");
    CHECK(test::holds(database.problems[4].message, R"(results for {"definition":{"m":2}}: "fastest_index" is 9)"));
    CHECK(test::holds(database.problems[5].message, "names candidate 9 in a list of 3 candidates"));
    CHECK(database.problemCount == 6);
}

TEST_CASE("a key that differs in spelling only is one key") {
    const TemporaryFolder folder;
    SampleDatabase(folder.file("a.db")).add(kMatmulNamespace, sampleKey(64, "ab"), valueOf(0));
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    const std::string line =
        R"({"key": {"definition": {"m": 64}}, "fastest_index": 0, "results": [)"
        R"({"outcome":{"Ok":{"name":"naive","index":0}}},{"outcome":{"Err":{"Skip":{"name":"mma"}}}}]})";
    const ParsedLog log = readDecisionLog(line, false, "log", pool);
    REQUIRE(log.decisions.size() == 1);
    CHECK(log.decisions[0].key == database.choices.at(0).key);
}

TEST_CASE("the later schema is read, unknown ones and other databases are told apart") {
    const TemporaryFolder folder;
    SampleDatabase(folder.file("4.db"), SampleDatabase::Journal::rollback, "cache_entries", "4")
        .add(kMatmulNamespace, sampleKey(64, "ab"), valueOf(0));
    InternPool pool;
    CHECK(read(folder.file("4.db"), pool).choices.size() == 1);
    { const SampleDatabase made(folder.file("5.db"), SampleDatabase::Journal::rollback, "entries", "5"); }
    CHECK(test::holds(errorOf(folder.file("5.db")), "schema version \"5\""));
    {
        SampleDatabase made(folder.file("other.db"));
        made.run("DROP TABLE entries; CREATE TABLE users (x); CREATE VIEW entries AS SELECT 1");
    }
    CHECK(test::holds(errorOf(folder.file("other.db")), "not an environment database"));
    CHECK(test::holds(errorOf(folder.file("other.db")), "meta, users"));
    {
        SampleDatabase made(folder.file("places.db"));
        made.run("DROP TABLE entries; DELETE FROM meta; CREATE TABLE places (x)");
    }
    CHECK(test::holds(read(folder.file("places.db"), pool).foreign, "meta, places"));
    writeFile(folder.file("text.db"), "hello");
    CHECK(test::holds(errorOf(folder.file("text.db")), "file is not a database"));
    writeFile(folder.file("empty.db"), "");
    CHECK(test::holds(errorOf(folder.file("empty.db")), "without tables"));
}

TEST_CASE("a database that is all in its -wal is read with it and named without it") {
    const TemporaryFolder folder;
    {
        SampleDatabase live(folder.file("live"), SampleDatabase::Journal::wal);
        live.add(kMatmulNamespace, sampleKey(1, "ab"), valueOf(0));
        live.add(kMatmulNamespace, sampleKey(2, "ab"), valueOf(0));
        live.copyFilesTo(folder.file("a.db"));
    }
    CHECK(test::holds(errorOf(folder.file("a.db")), "may be in a -wal file, which is not here"));
    InternPool pool;
    CHECK(read(folder.file("a.db"), pool, folder.file("a.db-wal")).choices.size() == 2);
    const std::string wal = readFile(folder.file("a.db-wal"));
    writeFile(folder.file("a.db-wal"), wal.substr(0, wal.size() - 100));
    const EnvironmentDatabase torn = read(folder.file("a.db"), pool, folder.file("a.db-wal"));
    CHECK(torn.choices.size() == 1);
    REQUIRE(torn.problems.size() == 1);
    CHECK((torn.problems[0].kind == ProblemKind::tornLastLine));
}

TEST_CASE("a damaged file gives what can be read and says that rows are missing") {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        for (std::uint64_t m = 0; m < 200; ++m)
            made.add(kMatmulNamespace, sampleKey(m, "ab"), valueOf(0));
    }
    std::string bytes = readFile(folder.file("a.db"));
    for (std::size_t page = 8; page * 4096 < bytes.size(); page += 3)
        bytes.replace(page * 4096, 16, 16, '\xee');
    writeFile(folder.file("a.db"), bytes);
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    CHECK(database.choices.size() < 200);
    CHECK(database.problemCount > 0);
    CHECK(test::holds(database.problems.back().message + database.problems.front().message, "are missing"));
}

TEST_CASE("a stop request cancels") {
    const TemporaryFolder folder;
    SampleDatabase(folder.file("a.db")).add(kMatmulNamespace, sampleKey(64, "ab"), valueOf(0));
    std::stop_source stop;
    stop.request_stop();
    InternPool pool;
    CHECK(readEnvironmentDatabase(folder.file("a.db"), "", pool, stop.get_token()).cancelled());
}

TEST_CASE("rows of a real database are those of the log of the same process") {
    InternPool pool;
    const EnvironmentDatabase database = read(FLIPSCOPE_TEST_DATA "/database/real.db", pool);
    CHECK(database.choices.size() == 4);
    CHECK(database.records.size() == 4);
    CHECK(database.sessions.size() == 4);
    CHECK(database.problemCount == 0);
    for (const DatabaseChoice& choice : database.choices) {
        REQUIRE(choice.decision.has_value());
        CHECK(pool.checksumOf(choice.decision->set) == choice.checksum);
        CHECK(std::any_of(database.records.begin(), database.records.end(), [&](const DatabaseRecord& record) {
            return record.key == choice.key && record.winner == choice.winner;
        }));
    }
}

TEST_CASE("whole real databases agree with their logs") {
    std::size_t compared = 0;
    for (const std::string run : {"run13", "run14", "run16", "run30", "cached-run1"}) {
        const std::string folder = std::string(FLIPSCOPE_SHARED_DATA) + "/burn-0.22-h200/" + run;
        if (!std::filesystem::exists(folder + "/environment.db")) continue;
        InternPool pool;
        const EnvironmentDatabase database = read(folder + "/environment.db", pool);
        const ParsedLog log = readDecisionLog(readFile(folder + "/decisions.jsonl"), false, "log", pool);
        CHECK(database.choices.size() == 42);
        CHECK(database.problemCount == 0);
        std::map<KeyIndex, const DatabaseChoice*> choices;
        for (const DatabaseChoice& choice : database.choices)
            choices[choice.key] = &choice;
        for (const Decision& decision : log.decisions) {
            REQUIRE(choices.count(decision.key) == 1);
            const DatabaseChoice& choice = *choices[decision.key];
            CHECK(choice.decision->set == decision.set);
            CHECK(choice.winner == decision.loggedWinner);
            REQUIRE(choice.decision->measured.size() == decision.measured.size());
            CHECK(choice.decision->measured[0].timing.median == decision.measured[0].timing.median);
            CHECK(choice.decision->limit == decision.limit);
            CHECK(choice.decision->bounds.size() == decision.bounds.size());
            ++compared;
        }
    }
    MESSAGE(compared << " decisions compared");
}

TEST_CASE("a rollback journal beside the database is reported, not replayed") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    writeFile(folder.file("a.db-journal"), "anything");
    InternPool pool;
    const auto read = readEnvironmentDatabase(folder.file("a.db"), "", pool);
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    REQUIRE(read.value().problems.size() == 1);
    CHECK(read.value().problems[0].message ==
          "a rollback journal lies beside it: an interrupted write is not replayed");
}

TEST_CASE("an index behind the end of a list that the database knows is refused") {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        made.add(kMatmulNamespace, sampleKey(1, "ab"), valueOf(1));  // three candidates
        made.add(kMatmulNamespace, sampleKey(2, "ab"), {{"fastest_index", 200}, {"results", Json::array()}});
        made.add(kMatmulNamespace, sampleKey(3, "ab"), {{"fastest_index", 2}, {"results", Json::array()}});
        made.add(kMatmulNamespace, sampleKey(4, "unknown"), {{"fastest_index", 200}, {"results", Json::array()}});
    }
    InternPool pool;
    const EnvironmentDatabase database = read(folder.file("a.db"), pool);
    CHECK(database.choices.size() == 3);
    CHECK(database.rowsSkipped == 1);
    REQUIRE(database.problems.size() == 1);
    CHECK(test::holds(database.problems[0].message, "names candidate 200 in a list of 3 candidates: skipped"));
}
