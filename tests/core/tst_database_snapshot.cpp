#include "core/read/database_snapshot.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <stop_token>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

std::size_t privateFolders() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("flipscope-") && !name.starts_with("flipscope-test-")) ++count;
    }
    return count;
}

// How the version row is seen, "" when it is not.
std::string versionIn(const DatabaseSnapshot& snapshot) {
    SqliteQuery query(snapshot.database(), "SELECT v FROM meta");
    return query.step() == SqliteQuery::Step::row ? std::string(query.bytes(0)) : std::string();
}

// A database whose rows are all in the -wal, as Turso leaves it.
void makeDatabaseInWal(const TemporaryFolder& folder) {
    const SampleDatabase live(folder.file("live"), SampleDatabase::Journal::wal);
    live.copyFilesTo(folder.file("a.db"));
}

}  // namespace

TEST_CASE("a database without -wal is read in place") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), "", {});
    REQUIRE_MESSAGE(snapshot.hasValue(), snapshot.errorMessage());
    CHECK_FALSE(snapshot.value().isCopy());
    CHECK(snapshot.value().isConsistent());
    CHECK(versionIn(snapshot.value()) == "3");
    CHECK(folder.names() == std::vector<std::string>{"a.db"});
}

TEST_CASE("an empty -wal needs no copy") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    writeFile(folder.file("a.db-wal"), "");
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), folder.file("a.db-wal"), {});
    REQUIRE(snapshot.hasValue());
    CHECK_FALSE(snapshot.value().isCopy());
}

TEST_CASE("rows that are only in the -wal are seen, and nothing of the user's changes") {
    const TemporaryFolder folder;
    makeDatabaseInWal(folder);
    const std::vector<std::string> names = folder.names();
    const std::string db = readFile(folder.file("a.db"));
    const std::string wal = readFile(folder.file("a.db-wal"));
    CHECK(db.size() == 4096);
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const std::size_t before = privateFolders();
    {
        const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), folder.file("a.db-wal"), {});
        REQUIRE_MESSAGE(snapshot.hasValue(), snapshot.errorMessage());
        CHECK(snapshot.value().isCopy());
        CHECK(snapshot.value().isConsistent());
        CHECK_FALSE(snapshot.value().isWalTorn());
        CHECK(versionIn(snapshot.value()) == "3");
        CHECK(privateFolders() == before + 1);
    }
    CHECK(privateFolders() == before);
    CHECK(folder.names() == names);
    CHECK(readFile(folder.file("a.db")) == db);
    CHECK(readFile(folder.file("a.db-wal")) == wal);
}

TEST_CASE("a torn -wal gives what was committed before") {
    const TemporaryFolder folder;
    {
        SampleDatabase live(folder.file("live"), SampleDatabase::Journal::wal);
        live.run("UPDATE meta SET v='later'");
        live.copyFilesTo(folder.file("a.db"));
    }
    const std::string wal = readFile(folder.file("a.db-wal"));
    writeFile(folder.file("a.db-wal"), wal.substr(0, wal.size() - 100));
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), folder.file("a.db-wal"), {});
    REQUIRE(snapshot.hasValue());
    CHECK(snapshot.value().isWalTorn());
    CHECK(versionIn(snapshot.value()) == "3");
}

TEST_CASE("an interrupted write is rolled back in the copy only") {
    const TemporaryFolder folder;
    {
        SampleDatabase live(folder.file("live"));
        live.run("PRAGMA cache_size=1; BEGIN; UPDATE meta SET v='half'");
        for (int i = 0; i < 50; ++i)
            live.addBytes("n", std::to_string(i), std::string(3000, 'x'));
        std::filesystem::copy_file(folder.file("live"), folder.file("a.db"));
        std::filesystem::copy_file(folder.file("live-journal"), folder.file("a.db-journal"));
    }
    const std::string db = readFile(folder.file("a.db"));
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), "", {});
    REQUIRE(snapshot.hasValue());
    CHECK(snapshot.value().isCopy());
    CHECK(versionIn(snapshot.value()) == "3");
    CHECK(readFile(folder.file("a.db")) == db);
}

TEST_CASE("a write while the file is read in place is noticed") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), "", {});
    REQUIRE(snapshot.hasValue());
    CHECK(snapshot.value().isConsistent());
    writeFile(folder.file("a.db"), "other");
    CHECK_FALSE(snapshot.value().isConsistent());
}

TEST_CASE("what cannot be read is an error that names it") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    const auto missing = DatabaseSnapshot::open(folder.file("none.db"), "", {});
    CHECK(missing.errorMessage().find("none.db") != std::string::npos);
    const auto noWal = DatabaseSnapshot::open(folder.file("a.db"), folder.file("a.db-wal"), {});
    CHECK(noWal.errorMessage().find("a.db-wal") != std::string::npos);
    CHECK_FALSE(DatabaseSnapshot::open(folder.path(), "", {}).hasValue());
}

TEST_CASE("a stop request ends the copying and leaves nothing") {
    const TemporaryFolder folder;
    makeDatabaseInWal(folder);
    writeFile(folder.file("big.db"), std::string(30'000'000, 'x'));
    std::stop_source stop;
    stop.request_stop();
    const std::size_t before = privateFolders();
    const auto snapshot = DatabaseSnapshot::open("/proc/self/cmdline", folder.file("a.db-wal"), stop.get_token());
    CHECK((snapshot.cancelled() || !snapshot.hasValue()));
    CHECK(privateFolders() == before);
}
