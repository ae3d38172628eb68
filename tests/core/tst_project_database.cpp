#include "core/drive/project_database.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::readFile;
using testing::TemporaryFolder;
using testing::writeFile;

namespace {

bool isThere(const std::string& path) {
    return std::filesystem::exists(std::filesystem::symlink_status(path));
}

}  // namespace

TEST_CASE("a database is moved with its log, and its indices go") {
    const TemporaryFolder folder;
    for (const char* part : {"", "-wal", "-shm", "-tshm"})
        writeFile(folder.file(std::string("a.db") + part), part);
    REQUIRE(!moveDatabase(folder.file("a.db"), folder.file("b.db"), {}));
    CHECK(readFile(folder.file("b.db-wal")) == "-wal");
    CHECK(isThere(folder.file("b.db")));
    for (const char* name : {"a.db", "a.db-wal", "a.db-shm", "a.db-tshm", "b.db-shm"})
        CHECK_FALSE(isThere(folder.file(name)));
    REQUIRE(!moveDatabase(folder.file("none.db"), folder.file("c.db"), {}));
    CHECK_FALSE(isThere(folder.file("c.db")));
}

TEST_CASE("what an interrupted start left is removed with all that lies beside it, and said") {
    const TemporaryFolder folder;
    const std::string path = folder.file(freshEnvironmentName("/runs/run3") + ".db");
    CHECK(removeLeftDatabase(path, "/runs/run3").empty());
    CHECK(removeLeftDatabase("", "/runs/run3").empty());
    for (const char* part : {"", "-wal", "-shm", "-tshm", "-mine"})
        writeFile(path + part, "x");
    const auto said = removeLeftDatabase(path, "/runs/run3");
    REQUIRE(said.size() == 1);
    CHECK(said[0].find("run3: the database of an earlier start, which was interrupted, was removed: " + path + ", " +
                       path + "-wal, ") == 0);
    for (const char* part : {"", "-wal", "-shm", "-tshm"})
        CHECK_FALSE(isThere(path + part));
    CHECK(isThere(path + "-mine"));
}

TEST_CASE("a hostile note removes nothing") {
    const TemporaryFolder folder;
    for (const std::string& name :
         {std::string("precious.db"), std::string("flipscope-12-run4.db"), std::string("flipscope--run3.db"),
          std::string("flipscope-x1-run3.db"), std::string("flipscope-12-run3.db-wal"),
          std::string("flipscope-run3.db"), std::string("sub/../flipscope-12-run3.db")}) {
        std::filesystem::create_directories(folder.file("sub"));
        writeFile(folder.file(name), "x");
        const auto said = removeLeftDatabase(folder.file(name), "/runs/run3");
        REQUIRE_MESSAGE(said.size() == 1, name);
        CHECK(said[0].find("was left alone") != std::string::npos);
        CHECK(isThere(folder.file(name)));
    }
    CHECK(removeLeftDatabase("flipscope-12-run3.db", "/runs/run3").at(0).find("left alone") != std::string::npos);
    // Of the right name, but no file of its own: links, folders.
    writeFile(folder.file("precious"), "x");
    const std::string link = folder.file("flipscope-5-run3.db");
    std::filesystem::create_symlink(folder.file("precious"), link);
    std::filesystem::create_directories(link + "-wal");
    CHECK(removeLeftDatabase(link, "/runs/run3").size() == 2);
    CHECK(isThere(link));
    CHECK(isThere(link + "-wal"));
    CHECK(readFile(folder.file("precious")) == "x");
}
