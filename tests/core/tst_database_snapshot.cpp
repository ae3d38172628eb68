#include "core/read/database_snapshot.h"
#include "tests/support/sample_database.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stop_token>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// A temporary directory of this test's own: other programs make private folders in the usual one meanwhile.
class OwnTemporaryDirectory {
public:
    OwnTemporaryDirectory() {
        if (const char* before = std::getenv("TMPDIR"); before != nullptr) m_before = before;
        ::setenv("TMPDIR", m_folder.path().c_str(), 1);
    }
    ~OwnTemporaryDirectory() {
        if (m_before) {
            ::setenv("TMPDIR", m_before->c_str(), 1);
        } else {
            ::unsetenv("TMPDIR");
        }
    }
    OwnTemporaryDirectory(const OwnTemporaryDirectory&) = delete;
    OwnTemporaryDirectory& operator=(const OwnTemporaryDirectory&) = delete;

private:
    TemporaryFolder m_folder;
    std::optional<std::string> m_before;
};

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

std::string bigEndian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xffU);
    return bytes;
}

// A hot rollback journal without page records that names a super-journal (SQLite file format 3; pager.c).
std::string journalNaming(const std::string& superJournal) {
    const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    std::string journal = magic;
    for (const std::uint32_t field : {0U, 0U, 1U, 512U, 4096U})  // records, nonce, pages before, sector, page size
        journal += bigEndian(field);
    journal.resize(512, '\0');
    std::uint32_t sum = 0;
    for (const char c : superJournal)
        sum += static_cast<std::uint32_t>(static_cast<signed char>(c));
    constexpr std::uint32_t kLockPage = 0x40000000 / 4096 + 1;
    journal += bigEndian(kLockPage) + superJournal;
    return journal + bigEndian(static_cast<std::uint32_t>(superJournal.size())) + bigEndian(sum) + magic;
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
    const OwnTemporaryDirectory temporary;
    {
        const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), folder.file("a.db-wal"), {});
        REQUIRE_MESSAGE(snapshot.hasValue(), snapshot.errorMessage());
        CHECK(snapshot.value().isCopy());
        CHECK(snapshot.value().isConsistent());
        CHECK((snapshot.value().walCondition() == WalCondition::sound));
        CHECK(versionIn(snapshot.value()) == "3");
        CHECK(privateFolders() == 1);
    }
    CHECK(privateFolders() == 0);
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
    CHECK((snapshot.value().walCondition() == WalCondition::torn));
    CHECK(versionIn(snapshot.value()) == "3");
}

TEST_CASE("a rollback journal is not replayed: it could name any file for SQLite to delete") {
    for (const bool withWal : {false, true}) {
        const TemporaryFolder folder;
        if (withWal) {
            makeDatabaseInWal(folder);
        } else {
            const SampleDatabase made(folder.file("a.db"));
        }
        writeFile(folder.file("victim"), "dear");
        writeFile(folder.file("a.db-journal"), journalNaming(folder.file("victim")));
        const std::vector<std::string> names = folder.names();
        const std::string db = readFile(folder.file("a.db"));
        const auto snapshot =
            DatabaseSnapshot::open(folder.file("a.db"), withWal ? folder.file("a.db-wal") : std::string(), {});
        REQUIRE_MESSAGE(snapshot.hasValue(), snapshot.errorMessage());
        CHECK(snapshot.value().isCopy() == withWal);
        CHECK(snapshot.value().isBesideJournal());
        CHECK(versionIn(snapshot.value()) == "3");
        CHECK(readFile(folder.file("victim")) == "dear");
        CHECK(readFile(folder.file("a.db")) == db);
        CHECK(folder.names() == names);
    }
}

TEST_CASE("the journal of the test makes SQLite delete the file it names") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    writeFile(folder.file("victim"), "dear");
    writeFile(folder.file("a.db-journal"), journalNaming(folder.file("victim")));
    const auto opened = SqliteDatabase::openOwn(folder.file("a.db"), {});
    REQUIRE(opened.hasValue());
    SqliteQuery query(opened.value(), "SELECT v FROM meta");
    static_cast<void>(query.step());
    CHECK_FALSE(std::filesystem::exists(folder.file("victim")));
}

TEST_CASE("an empty journal means nothing") {
    const TemporaryFolder folder;
    { const SampleDatabase made(folder.file("a.db")); }
    writeFile(folder.file("a.db-journal"), "");
    const auto snapshot = DatabaseSnapshot::open(folder.file("a.db"), "", {});
    REQUIRE(snapshot.hasValue());
    CHECK_FALSE(snapshot.value().isBesideJournal());
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
    const OwnTemporaryDirectory temporary;
    const auto snapshot = DatabaseSnapshot::open("/proc/self/cmdline", folder.file("a.db-wal"), stop.get_token());
    CHECK((snapshot.cancelled() || !snapshot.hasValue()));
    CHECK(privateFolders() == 0);
}
