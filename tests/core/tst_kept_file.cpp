#include "core/drive/kept_file.h"
#include "core/drive/run_mark.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::readFile;
using testing::TemporaryFolder;
using testing::writeFile;

TEST_CASE("a line added behind one that a crash cut short damages no other") {
    const TemporaryFolder folder;
    const std::string path = folder.file("journal");
    REQUIRE(!appendKeptLine(path, "one"));
    writeFile(path, readFile(path) + "tw");
    REQUIRE(!appendKeptLine(path, "three"));
    CHECK(readFile(path) == "one\ntw\nthree\n");
}

TEST_CASE("interrupted work is moved out of the way and never overwritten") {
    const TemporaryFolder folder;
    CHECK(!setFolderAside(folder.file("run1")).value());
    for (const char* number : {"1", "2"}) {
        REQUIRE(!makeMarkedFolder(folder.file("run1")));
        REQUIRE(!makeFolder(folder.file("run1/deep")));
        const auto place = setFolderAside(folder.file("run1"));
        REQUIRE(place);
        CHECK(place.value() == folder.file(std::string(".interrupted/run1-") + number));
        CHECK(std::filesystem::exists(*place.value() + "/deep"));
        CHECK(!std::filesystem::exists(folder.file("run1")));
    }
}

TEST_CASE("a folder of the user's stays where it is, and an empty one is used") {
    const TemporaryFolder folder;
    REQUIRE(!makeFolder(folder.file("run1")));
    CHECK(!setFolderAside(folder.file("run1")).value());
    writeFile(folder.file("run1/notes"), "x");
    CHECK(setFolderAside(folder.file("run1")).errorMessage().find("run1 is in the way") != std::string::npos);
    CHECK(readFile(folder.file("run1/notes")) == "x");
    CHECK(!std::filesystem::exists(folder.file(".interrupted")));
}
