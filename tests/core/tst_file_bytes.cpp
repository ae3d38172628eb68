#include "core/read/decision_log.h"
#include "core/read/file_bytes.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

using namespace flipscope;
using flipscope::testing::TemporaryFolder;
using flipscope::testing::writeFile;

TEST_CASE("a regular file is read from any offset, fewer bytes only at its end") {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), "0123456789");
    const Result<InputFile> file = InputFile::open(folder.file("x"));
    REQUIRE(file);
    CHECK(file.value().size() == 10);
    char bytes[8] = {};
    CHECK(file.value().readAt(6, bytes, 8).value() == 4);
    CHECK(std::string_view(bytes, 4) == "6789");
    CHECK(file.value().readAt(10, bytes, 8).value() == 0);
}

TEST_CASE("what is no regular file is never opened and said in words") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK(InputFile::open(folder.file("pipe")).errorMessage() == "is a named pipe");
    CHECK(InputFile::open(folder.path()).errorMessage() == "is a folder");
    CHECK(InputFile::open("/dev/null").errorMessage() == "is a device");
    CHECK(InputFile::open(folder.file("absent")).errorMessage().find("No such file") != std::string::npos);
}

TEST_CASE("reading stops when it is asked to") {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), "0123456789");
    std::stop_source stop;
    stop.request_stop();
    char bytes[8] = {};
    CHECK(InputFile::open(folder.file("x")).value().readAt(0, bytes, 8, stop.get_token()).cancelled());
}

TEST_CASE("a buffer keeps its content when it grows and ends in readable zeros") {
    ReadBuffer buffer;
    std::copy_n("abc", 3, buffer.resize(3));
    char* bytes = buffer.resize(1000);
    CHECK(std::string_view(bytes, 3) == "abc");
    for (std::size_t i = 0; i < kReadPadding; ++i)
        CHECK(bytes[1000 + i] == '\0');
}

TEST_CASE("the beginning of a file is read up to a limit") {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), "0123456789");
    const InputFile file = InputFile::open(folder.file("x")).value();
    ReadBuffer buffer;
    CHECK(readUpTo(file, 4, buffer).value() == "0123");
    CHECK(readUpTo(file, 40, buffer).value() == "0123456789");
}
