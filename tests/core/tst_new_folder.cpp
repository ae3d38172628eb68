#include "core/handover/new_folder.h"
#include "tests/support/sample_database.h"

#include <atomic>
#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace flipscope;
using testing::readFile;
using testing::TemporaryFolder;
using testing::writeFile;
namespace fs = std::filesystem;

TEST_CASE("the folder gets its name when it is whole, and nothing is left beside it") {
    const TemporaryFolder folder;
    Result<NewFolder> made = NewFolder::create(folder.file("out/"));
    REQUIRE(made.hasValue());
    REQUIRE(!made.value().add({"a/b.txt", "hello", false}));
    REQUIRE(!made.value().add({"run.sh", "#!/bin/sh\n", true}));
    CHECK(!fs::exists(folder.file("out")));
    REQUIRE(!made.value().publish());
    CHECK(readFile(folder.file("out/a/b.txt")) == "hello");
    CHECK((fs::status(folder.file("out/run.sh")).permissions() & fs::perms::owner_exec) != fs::perms::none);
    CHECK((fs::status(folder.file("out/a/b.txt")).permissions() & fs::perms::owner_exec) == fs::perms::none);
    CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("the rights are those that the mask of the process leaves, and the mask stays as it is") {
    const TemporaryFolder folder;
    const mode_t before = ::umask(0027);
    std::atomic<bool> isOver = false;
    std::atomic<std::size_t> others = 0;
    // What another thread makes meanwhile is no more readable than the mask says.
    std::thread watcher([&] {
        for (std::size_t i = 0; !isOver; ++i) {
            const std::string path = folder.file("other" + std::to_string(i));
            const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT, 0666);
            struct stat made {};
            if (::fstat(descriptor, &made) == 0 && (made.st_mode & 0777) != 0640) ++others;
            ::close(descriptor);
        }
    });
    for (int i = 0; i < 50; ++i) {
        Result<NewFolder> made = NewFolder::create(folder.file("out" + std::to_string(i)));
        REQUIRE(made.hasValue());
        REQUIRE(!made.value().add({"run.sh", "#!/bin/sh\n", true}));
        REQUIRE(!made.value().publish());
    }
    isOver = true;
    watcher.join();
    ::umask(before);
    CHECK(others == 0);
    CHECK((fs::status(folder.file("out0")).permissions() == fs::perms(0750)));
    CHECK((fs::status(folder.file("out0/run.sh")).permissions() == fs::perms(0750)));
}

TEST_CASE("without publish nothing is left") {
    const TemporaryFolder folder;
    {
        Result<NewFolder> made = NewFolder::create(folder.file("out"));
        REQUIRE(made.hasValue());
        REQUIRE(!made.value().add({"x", "1", false}));
        NewFolder moved = std::move(made).value();
        CHECK(fs::exists(moved.path() + "/x"));
    }
    CHECK(folder.names().empty());
}

TEST_CASE("an empty folder is taken, anything else stays as it is") {
    const TemporaryFolder folder;
    fs::create_directory(folder.file("empty"));
    Result<NewFolder> made = NewFolder::create(folder.file("empty"));
    REQUIRE(made.hasValue());
    REQUIRE(!made.value().add({"x", "1", false}));
    REQUIRE(!made.value().publish());
    CHECK(readFile(folder.file("empty/x")) == "1");

    const Result<NewFolder> full = NewFolder::create(folder.file("empty"));
    CHECK(full.errorMessage().find("not empty") != std::string::npos);
    writeFile(folder.file("file"), "2");
    CHECK(NewFolder::create(folder.file("file")).errorMessage().find("no folder") != std::string::npos);
    fs::create_symlink(folder.file("none"), folder.file("link"));
    CHECK(!NewFolder::create(folder.file("link")).hasValue());
    CHECK(!NewFolder::create(".").hasValue());
    CHECK(!NewFolder::create("/").hasValue());
    CHECK(!NewFolder::create(folder.file("file/x")).hasValue());
    CHECK(readFile(folder.file("file")) == "2");
}

TEST_CASE("a folder that was filled meanwhile is not replaced") {
    const TemporaryFolder folder;
    Result<NewFolder> made = NewFolder::create(folder.file("out"));
    REQUIRE(made.hasValue());
    fs::create_directory(folder.file("out"));
    writeFile(folder.file("out/theirs"), "2");
    CHECK(made.value().publish());
    CHECK(readFile(folder.file("out/theirs")) == "2");
}
