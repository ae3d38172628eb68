#include "core/read/sqlite_database.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <stop_token>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Step = SqliteQuery::Step;

TEST_CASE("every byte with a meaning in a URI is escaped") {
    CHECK(sqliteUri("/a/b-1_x.db", "mode=ro") == "file:///a/b-1_x.db?mode=ro");
    CHECK(sqliteUri("/a?b#c%d e\xff&=", "q") == "file:///a%3Fb%23c%25d%20e%FF%26%3D?q");
    CHECK(sqliteUri("//a", "q") == "file:////a?q");
    CHECK(sqliteUri("x", "q") == "file://" + (std::filesystem::current_path() / "x").string() + "?q");
}

TEST_CASE("a database is read whatever its name is, and nothing appears beside it") {
    for (const std::string name : {"plain.db", "a?mode=rwc.db", "#x%41 y.db", "\xff\xfe.db", "it's\nnew.db"}) {
        CAPTURE(name);
        const TemporaryFolder folder;
        SampleDatabase(folder.file("made.db"), SampleDatabase::Journal::wal).run("PRAGMA wal_checkpoint(TRUNCATE)");
        std::filesystem::rename(folder.file("made.db"), folder.file(name));
        const auto database = SqliteDatabase::openUnchanging(folder.file(name), {});
        REQUIRE_MESSAGE(database.hasValue(), database.errorMessage());
        SqliteQuery query(database.value(), "SELECT v, 7, NULL FROM meta");
        REQUIRE(query.step() == Step::row);
        CHECK(query.bytes(0) == "3");
        CHECK(query.isTextOrBlob(0));
        CHECK_FALSE(query.isTextOrBlob(1));
        CHECK(query.bytes(2).empty());
        CHECK(query.step() == Step::done);
        CHECK(folder.names() == std::vector<std::string>{name});
    }
}

TEST_CASE("an unchanging database cannot be written") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    const auto database = SqliteDatabase::openUnchanging(folder.file("a.db"), {});
    REQUIRE(database.hasValue());
    SqliteQuery query(database.value(), "DELETE FROM meta");
    CHECK(query.step() == Step::failed);
    CHECK(database.value().lastError().find("readonly") != std::string::npos);
}

TEST_CASE("our own copy is read with its -wal") {
    const TemporaryFolder folder;
    {
        const SampleDatabase made(folder.file("live.db"), SampleDatabase::Journal::wal);
        made.copyFilesTo(folder.file("copy.db"));
    }
    const auto alone = SqliteDatabase::openUnchanging(folder.file("copy.db"), {});
    REQUIRE(alone.hasValue());
    CHECK(SqliteQuery(alone.value(), "SELECT v FROM meta").step() == Step::failed);
    const auto own = SqliteDatabase::openOwn(folder.file("copy.db"), {});
    REQUIRE(own.hasValue());
    CHECK(SqliteQuery(own.value(), "SELECT v FROM meta").step() == Step::row);
}

TEST_CASE("a missing file is an error and is not created") {
    const TemporaryFolder folder;
    CHECK_FALSE(SqliteDatabase::openUnchanging(folder.file("a.db"), {}).hasValue());
    CHECK_FALSE(SqliteDatabase::openOwn(folder.file("a.db"), {}).hasValue());
    CHECK(folder.names().empty());
}

TEST_CASE("a file cannot make us work without end" * doctest::test_suite("slow")) {
    const TemporaryFolder folder;
    {
        SampleDatabase made(folder.file("a.db"));
        made.run(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n");
    }
    const auto database = SqliteDatabase::openUnchanging(folder.file("a.db"), {});
    REQUIRE(database.hasValue());
    CHECK(SqliteQuery(database.value(), "SELECT count(*) FROM endless").step() == Step::failed);  // views are off
    SqliteQuery endless(database.value(),
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n");
    CHECK(endless.step() == Step::failed);
    CHECK(database.value().lastError() == "interrupted");
}

TEST_CASE("a stop request interrupts a query") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    std::stop_source stop;
    const auto database = SqliteDatabase::openUnchanging(folder.file("a.db"), stop.get_token());
    REQUIRE(database.hasValue());
    stop.request_stop();
    SqliteQuery endless(database.value(),
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n");
    CHECK(endless.step() == Step::failed);
}

TEST_CASE("the mode of a file is read from its beginning") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    CHECK_FALSE(isInWalMode(folder.file("a.db")));
    { const SampleDatabase made(folder.file("b.db"), SampleDatabase::Journal::wal); }
    CHECK(isInWalMode(folder.file("b.db")));
    writeFile(folder.file("c.db"), "short");
    CHECK_FALSE(isInWalMode(folder.file("c.db")));
    CHECK_FALSE(isInWalMode(folder.file("absent")));
}
