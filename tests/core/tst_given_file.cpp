#include "core/read/given_file.h"
#include "tests/support/sample_database.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace flipscope;
using namespace flipscope::testing;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kLimit = 1'000'000;

std::string pipeIn(const TemporaryFolder& folder) {
    const std::string path = folder.file("pipe");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    return path;
}

}  // namespace

TEST_CASE("a regular file is read up to the limit") {
    const TemporaryFolder folder;
    writeFile(folder.file("a"), "hello");
    const Result<GivenFile> whole = readGivenFile(folder.file("a"), 5);
    REQUIRE(whole.hasValue());
    CHECK(whole.value().content == "hello");
    CHECK_FALSE(whole.value().isCut);
    const Result<GivenFile> cut = readGivenFile(folder.file("a"), 4);
    REQUIRE(cut.hasValue());
    CHECK(cut.value().content == "hell");
    CHECK(cut.value().isCut);
    CHECK(readGivenFile(folder.file("absent"), 5).errorMessage().find("No such file") == 0);
}

TEST_CASE("folders and devices are refused") {
    const TemporaryFolder folder;
    CHECK(readGivenFile(folder.path(), kLimit).errorMessage() == "is a folder");
    CHECK(readGivenFile("/dev/zero", kLimit).errorMessage() == "is a device");
}

TEST_CASE("a pipe with a writer is read to its end, pauses included") {
    const TemporaryFolder folder;
    const std::string path = pipeIn(folder);
    const std::string half(200'000, 'x');  // more than a pipe holds
    std::thread writer([&] {
        std::this_thread::sleep_for(50ms);
        const int out = ::open(path.c_str(), O_WRONLY);
        for (int i = 0; i < 2; ++i) {
            for (std::size_t done = 0; done < half.size();) {
                const ssize_t count = ::write(out, half.data() + done, half.size() - done);
                if (count <= 0) break;
                done += static_cast<std::size_t>(count);
            }
            std::this_thread::sleep_for(100ms);
        }
        ::close(out);
    });
    const Result<GivenFile> read = readGivenFile(path, kLimit);
    writer.join();
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    CHECK(read.value().content == half + half);
}

TEST_CASE("a pipe as a shell's <(…) gives it is read by its number, and no further than the limit") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    REQUIRE(::write(ends[1], "run,label\n", 10) == 10);
    ::close(ends[1]);
    const std::string path = "/dev/fd/" + std::to_string(ends[0]);
    const Result<GivenFile> read = readGivenFile(path, 5);
    ::close(ends[0]);
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    CHECK(read.value().content == "run,l");
    CHECK(read.value().isCut);
}

TEST_CASE("a pipe to which nobody writes, or writes nothing, is refused in time; a stop request ends the waiting") {
    const TemporaryFolder folder;
    const std::string path = pipeIn(folder);
    const PipePatience little{50ms, 50ms};
    CHECK(readGivenFile(path, kLimit, {}, little).errorMessage() == "is a named pipe to which nobody writes");
    const int writer = ::open(path.c_str(), O_RDWR);
    CHECK(readGivenFile(path, kLimit, {}, little).errorMessage() == "is a pipe whose writer sends nothing");
    std::stop_source stop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(50ms);
        stop.request_stop();
    });
    const PipePatience endless{1h, 1h};
    CHECK(readGivenFile(path, kLimit, stop.get_token(), endless).cancelled());
    ::close(writer);
    CHECK(readGivenFile(path, kLimit, stop.get_token(), endless).cancelled());
}
