#include "core/read/run_reader.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

struct Case {
    TemporaryFolder folder;
    InternPool pool;
    SharedDatabases shared;
    ReadLimits limits;
    RunFiles files;

    FoundFile file(const std::string& name, const std::string& content, FileKind kind = FileKind::text) {
        writeFile(folder.file(name), content);
        return {folder.file(name), "shown/" + name, folder.path(), name, content.size(), {kind, ""}, false};
    }
    RunReading read(std::size_t texts = 9) {
        ReadBuffer buffer;
        return RunReader{pool, shared, limits, {}, {}}.read(files, texts, buffer);
    }
};

}  // namespace

TEST_CASE("a run's files are read with counts and ids of content") {
    Case c;
    c.files.logs = {c.file("decisions.jsonl", decisionLog({1, 2, 3}, 100), FileKind::decisionLog)};
    c.files.texts = {c.file("stdout.log", "hello\n"), c.file("stderr.log", "oops\n")};
    c.files.statusFiles = {c.file("rc", "3\n")};
    const RunReading reading = c.read();
    CHECK(reading.sources.decisions.size() == 3);
    CHECK(reading.sources.hasLog);
    CHECK(reading.sources.outputs.size() == 2);
    CHECK(reading.sources.exitStatus == 3);
    CHECK(reading.sources.path == "shown/decisions.jsonl");
    CHECK(reading.sources.sources.size() == 4);
    CHECK(reading.problemCount == 0);
    CHECK(reading.filesRead == 3);
    CHECK_FALSE(reading.contentId.empty());
    CHECK(c.read(1).sources.outputs.size() == 1);
    CHECK(c.read(1).outputId != reading.outputId);
    CHECK(c.read(1).contentId == reading.contentId);
}

TEST_CASE("a log read in small pieces is the same log, with the same lines") {
    Case c;
    std::string log = decisionLog({1, 2, 3, 4, 5}, 100);
    log += "{\"key\":broken\n" + decisionLog({6, 7}, 100);
    c.files.logs = {c.file("decisions.jsonl", log, FileKind::decisionLog)};
    const RunReading whole = c.read();
    for (const std::size_t piece : {std::size_t{64}, std::size_t{700}, std::size_t{2000}}) {
        c.limits.logPiece = piece;
        const RunReading pieces = c.read();
        REQUIRE(pieces.sources.decisions.size() == 7);
        for (std::size_t i = 0; i < 7; ++i) {
            CHECK(pieces.sources.decisions[i].line == whole.sources.decisions[i].line);
            CHECK(pieces.sources.decisions[i].key == whole.sources.decisions[i].key);
        }
        CHECK(pieces.sources.decisions.back().line == 8);
        CHECK(pieces.contentId == whole.contentId);
        REQUIRE(pieces.problems.size() == 1);
        CHECK(pieces.problems[0].line == 6);
        CHECK(pieces.recordsSkipped == 1);
    }
}

TEST_CASE("a line that is too long is one damaged record, the lines behind it are read") {
    for (const std::size_t length : {std::size_t{5'000}, std::size_t{8'191}, std::size_t{100'000}}) {
        for (const bool ends : {true, false}) {
            Case c;
            c.limits.logPiece = 64;
            c.limits.longestLine = 4096;
            std::string log = decisionLog({1}, 100) + "{" + std::string(length, ' ');
            if (ends) log += "\n" + decisionLog({2, 3}, 100);
            c.files.logs = {c.file("decisions.jsonl", log, FileKind::decisionLog)};
            const RunReading reading = c.read();
            REQUIRE(reading.sources.decisions.size() == (ends ? 3 : 1));
            if (ends) CHECK(reading.sources.decisions[1].line == 3);
            if (ends) CHECK(reading.sources.decisions[2].line == 4);
            REQUIRE(reading.problems.size() == 1);
            CHECK((reading.problems[0].kind == ProblemKind::damagedRecord));
            CHECK(reading.problems[0].line == 2);
            CHECK(reading.recordsSkipped == 1);
            CHECK(reading.bytesRead == log.size());
        }
    }
}

TEST_CASE("copies of one database with different -wal files have different content") {
    std::vector<std::string> ids;
    for (const int added : {0, 1, 1}) {
        Case c;
        {
            SampleDatabase live(c.folder.file("live"), SampleDatabase::Journal::wal);
            for (int i = 0; i < added; ++i)
                live.addBytes("n", "k", "v");
            live.copyFilesTo(c.folder.file("e.db"));
        }
        writeFile(c.folder.file("e.db-wal"), readFile(c.folder.file("e.db-wal")) + std::string(4, 'x'));
        const FoundFile found{c.folder.file("e.db"), "e.db", c.folder.path(), "e.db", 1, {FileKind::database, ""}};
        c.files.databases = {{found, c.folder.file("e.db-wal"), "e.db-wal", false}};
        ids.push_back(c.read().contentId);
        c.files.databases[0].walPath.clear();
        CHECK(ids.back() != c.read().contentId);
    }
    CHECK(ids[0] != ids[1]);
}

TEST_CASE("decisions on standard output leave the other lines as the text") {
    Case c;
    c.files.logs = {c.file("stdout.log", "start\n" + decisionLog({1}, 100) + "loss 7.06\n", FileKind::decisionLog)};
    const RunReading reading = c.read();
    CHECK(reading.sources.decisions.size() == 1);
    REQUIRE(reading.sources.outputs.size() == 1);
    CHECK(reading.sources.outputs[0].text == "start\nloss 7.06\n");
}

TEST_CASE("a file that is gone is a problem, the rest is read") {
    Case c;
    c.files.logs = {c.file("decisions.jsonl", decisionLog({1}, 100), FileKind::decisionLog)};
    c.files.texts = {c.file("stdout.log", "x")};
    std::filesystem::remove(c.folder.file("stdout.log"));
    const RunReading reading = c.read();
    CHECK(reading.sources.decisions.size() == 1);
    REQUIRE(reading.problems.size() == 1);
    CHECK((reading.problems[0].kind == ProblemKind::unreadableFile));
    CHECK(reading.problems[0].path == "shown/stdout.log");
}

TEST_CASE("somebody else's database is no problem in a folder, one beside a log is") {
    Case c;
    {
        SampleDatabase other(c.folder.file("places.db"));
        other.run("DROP TABLE entries; DROP TABLE meta; CREATE TABLE places (x)");
    }
    FoundFile found{c.folder.file("places.db"), "shown/places.db", c.folder.path(), "places.db", 1,
                    {FileKind::database, ""}};
    c.files.databases = {{found, "", "", false}};
    const RunReading alone = c.read();
    CHECK_FALSE(holdsRun(alone.sources));
    CHECK(alone.problemCount == 0);
    c.files.logs = {c.file("decisions.jsonl", decisionLog({1}, 100), FileKind::decisionLog)};
    CHECK(c.read().problemCount == 1);
}

TEST_CASE("a shared database is read once") {
    Case c;
    SampleDatabase made(c.folder.file("e.db"));
    FoundFile found{c.folder.file("e.db"), "shown/e.db", c.folder.path(), "e.db", 1, {FileKind::database, ""}};
    const DatabaseFiles files{found, "", "", true};
    const auto first = c.shared.get(files, c.pool, {});
    CHECK(first == c.shared.get(files, c.pool, {}));
    CHECK(first->hasValue());
    DatabaseFiles withWal = files;  // what one file holds depends on its -wal
    withWal.walPath = c.folder.file("e.db-wal");
    CHECK(c.shared.get(withWal, c.pool, {}) != first);
}

TEST_CASE("the status that was measured goes before one that the program wrote, and the other is told") {
    const std::string record = R"({"schema":"flipscope-run/1","exitStatus":7})";
    for (const bool isFirst : {false, true}) {
        Case c;
        c.files.logs = {c.file("decisions.jsonl", decisionLog({1}, 100), FileKind::decisionLog)};
        c.files.statusFiles = {c.file("exit_status", "0\n"), c.file("run.json", record), c.file("rc", "0")};
        if (isFirst) std::swap(c.files.statusFiles[0], c.files.statusFiles[1]);
        const RunReading reading = c.read();
        CHECK(reading.sources.exitStatus == 7);
        REQUIRE(reading.problems.size() == 2);
        for (const auto& problem : reading.problems)
            CHECK(problem.message.find("exit status 0 ") == 0);
    }
}

TEST_CASE("an exit status file that holds none, or another one, is a problem") {
    Case c;
    c.files.logs = {c.file("decisions.jsonl", decisionLog({1}, 100), FileKind::decisionLog)};
    c.files.statusFiles = {c.file("rc", "killed \x1b[31m\n"), c.file("exit_status", " \n", FileKind::text),
                           c.file("metrics.json", "{\"loss\":7}"), c.file("exit_code", "3\n"),
                           c.file("summary.json", "{\"rc\":4}")};
    const RunReading reading = c.read();
    CHECK(reading.sources.exitStatus == 3);
    REQUIRE(reading.problems.size() == 3);
    CHECK(reading.problems[0].path == "shown/rc");
    CHECK(reading.problems[0].message.find("one whole number: killed") != std::string::npos);
    CHECK(reading.problems[0].message.find('\x1b') == std::string::npos);
    CHECK(reading.problems[1].message.find("it is empty") != std::string::npos);
    CHECK(reading.problems[2].message.find("exit status 4 was not used") != std::string::npos);
}
