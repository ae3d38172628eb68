#include "core/read/file_copy.h"
#include "tests/support/sample_database.h"

#include <stop_token>

#include <doctest/doctest.h>
#include <sys/stat.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a copy has the bytes of its source") {
    const TemporaryFolder folder;
    std::string bytes(20'000'000, 'x');
    for (std::size_t i = 0; i < bytes.size(); i += 997)
        bytes[i] = static_cast<char>(i);
    for (const std::string& content : {bytes, std::string(), std::string("a")}) {
        const std::string from = folder.file("from" + std::to_string(content.size()));
        writeFile(from, content);
        const auto copied = copyFile(from, from + ".copy", {});
        REQUIRE(copied.hasValue());
        CHECK(copied.value() == content.size());
        CHECK(readFile(from + ".copy") == content);
    }
}

TEST_CASE("files that the kernel does not copy are copied by reading") {
    const TemporaryFolder folder;
    const auto copied = copyFile("/proc/self/cmdline", folder.file("copy"), {});
    REQUIRE(copied.hasValue());
    CHECK(copied.value() > 0);
    CHECK(readFile(folder.file("copy")).find("tst_file_copy") != std::string::npos);
}

TEST_CASE("errors name the file") {
    const TemporaryFolder folder;
    const auto missing = copyFile(folder.file("missing"), folder.file("copy"), {});
    CHECK(missing.errorMessage().find("/missing") != std::string::npos);
    writeFile(folder.file("a"), "1");
    writeFile(folder.file("b"), "2");
    CHECK_FALSE(copyFile(folder.file("a"), folder.file("b"), {}).hasValue());  // never overwrites
    CHECK(readFile(folder.file("b")) == "2");
}

TEST_CASE("a stop request ends the copy") {
    const TemporaryFolder folder;
    std::stop_source stop;
    stop.request_stop();
    const auto copied = copyFile("/proc/self/cmdline", folder.file("copy"), stop.get_token());
    CHECK(copied.cancelled());
}

TEST_CASE("a stamp changes when the file is written") {
    const TemporaryFolder folder;
    writeFile(folder.file("a"), "1");
    const auto before = stampOf(folder.file("a"));
    REQUIRE(before.has_value());
    CHECK(before->size == 1);
    CHECK(stampOf(folder.file("a")) == before);
    writeFile(folder.file("a"), "12");
    CHECK(stampOf(folder.file("a")) != before);
}

TEST_CASE("only regular files have a stamp") {
    const TemporaryFolder folder;
    CHECK_FALSE(stampOf(folder.path()).has_value());
    CHECK_FALSE(stampOf(folder.file("missing")).has_value());
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK_FALSE(stampOf(folder.file("pipe")).has_value());
}
