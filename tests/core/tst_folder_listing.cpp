#include "core/read/folder_listing.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a folder is listed in natural order without what holds no runs") {
    const TemporaryFolder folder;
    for (const char* name : {"run10.log", "run9.log", ".hidden"})
        writeFile(folder.file(name), "x");
    for (const char* name : {"run10", "run9", ".git", "node_modules", "__pycache__"}) {
        std::filesystem::create_directory(folder.file(name));
    }
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    REQUIRE(::symlink("run9", folder.file("latest").c_str()) == 0);
    REQUIRE(::symlink("nowhere", folder.file("dangling").c_str()) == 0);
    const FolderListing listing = listFolder(folder.path());
    CHECK(listing.files == std::vector<std::string>{"run9.log", "run10.log"});
    REQUIRE(listing.folders.size() == 3);
    CHECK(listing.folders[0].name == "latest");
    CHECK(listing.folders[0].isLink);
    CHECK(listing.folders[1].name == "run9");
    CHECK_FALSE(listing.folders[1].isLink);
    REQUIRE(listing.unreadable.size() == 1);
    CHECK(listing.unreadable[0].name == "dangling");
    CHECK(listing.special == std::vector<std::string>{"pipe"});
    CHECK_FALSE(listing.isMarkedAsCache);
    CHECK(holdsNoRuns(".git"));
    CHECK_FALSE(holdsNoRuns("target"));
}

TEST_CASE("a folder marked as cache is left but for its environment") {
    const TemporaryFolder folder;
    writeFile(folder.file("CACHEDIR.TAG"), "Signature: 8a477f597d28d172789f06886806bc55");
    std::filesystem::create_directory(folder.file("debug"));
    std::filesystem::create_directory(folder.file("environment"));
    FolderListing listing = listFolder(folder.path());
    CHECK(listing.isMarkedAsCache);
    keepEnvironmentOnly(listing);
    CHECK(listing.files.empty());
    REQUIRE(listing.folders.size() == 1);
    CHECK(listing.folders[0].name == "environment");
}

TEST_CASE("a folder that cannot be read says why") {
    const FolderListing listing = listFolder("/nonexistent/folder");
    REQUIRE(listing.unreadable.size() == 1);
    CHECK(listing.unreadable[0].name.empty());
}

TEST_CASE("hidden entries that may hold runs are listed, those that every folder has are not") {
    const TemporaryFolder folder;
    for (const char* name : {".r10", ".r9", ".git", ".gitignore", "._x", ".DS_Store", "x"})
        writeFile(folder.file(name), "x");
    CHECK(listFolder(folder.path()).hidden == std::vector<std::string>{".r9", ".r10"});
    CHECK_FALSE(mayHideRuns("x"));
}
