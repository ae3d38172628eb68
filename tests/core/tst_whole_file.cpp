#include "core/write/whole_file.h"
#include "tests/support/sample_database.h"

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

namespace {

mode_t modeOf(const std::string& path) {
    struct stat found {};
    REQUIRE(::stat(path.c_str(), &found) == 0);
    return found.st_mode & 07777;
}

// The mask of this process while it lives.
class Umask {
public:
    explicit Umask(mode_t mask) : m_before(::umask(mask)) {}
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;
    ~Umask() { ::umask(m_before); }

private:
    mode_t m_before;
};

}  // namespace

TEST_CASE("a file is written whole, over what was there") {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.json");
    REQUIRE(!writeWholeFile(path, "first, and longer"));
    REQUIRE(!writeWholeFile(path, "second"));
    CHECK(readFile(path) == "second");
    CHECK(folder.names() == std::vector<std::string>{"a.json"});  // nothing temporary is left
}

TEST_CASE("what cannot be written is named with the reason, and nothing is left") {
    const TemporaryFolder folder;
    const auto nowhere = writeWholeFile(folder.file("none/a.json"), "x");
    REQUIRE(nowhere);
    CHECK(nowhere->message == "cannot write beside " + folder.file("none/a.json") + ": No such file or directory");
    std::filesystem::create_directory(folder.file("folder"));
    REQUIRE(writeWholeFile(folder.file("folder"), "x"));
    const auto full = writeWholeFile("/dev/full", "x");
    REQUIRE(full);
    CHECK(full->message == "cannot write /dev/full: No space left on device");
    CHECK(folder.names() == std::vector<std::string>{"folder"});
}

TEST_CASE("a new file has what the umask leaves, a replaced one keeps its permissions") {
    const TemporaryFolder folder;
    const std::string shared = folder.file("shared"), own = folder.file("own");
    {
        const Umask mask(0027);
        REQUIRE(!writeWholeFile(shared, "1"));
    }
    {
        const Umask mask(0077);
        REQUIRE(!writeWholeFile(own, "1"));
        REQUIRE(!writeWholeFile(shared, "2"));
    }
    CHECK(modeOf(own) == 0600);
    CHECK(modeOf(shared) == 0640);
    REQUIRE(::chmod(own.c_str(), 0755) == 0);
    REQUIRE(!writeWholeFile(own, "2"));
    CHECK(modeOf(own) == 0755);
    CHECK(readFile(shared) == "2");
}

TEST_CASE("a link keeps pointing where it did") {
    const TemporaryFolder folder;
    writeFile(folder.file("target"), "old");
    std::filesystem::create_symlink("target", folder.file("link"));
    REQUIRE(!writeWholeFile(folder.file("link"), "new"));
    CHECK(std::filesystem::is_symlink(folder.file("link")));
    CHECK(readFile(folder.file("target")) == "new");
    std::filesystem::create_symlink("to come", folder.file("dangling"));
    std::filesystem::create_symlink(folder.file("dangling"), folder.file("far"));
    REQUIRE(!writeWholeFile(folder.file("far"), "first"));
    CHECK(std::filesystem::is_symlink(folder.file("far")));
    CHECK(std::filesystem::is_symlink(folder.file("dangling")));
    CHECK(readFile(folder.file("to come")) == "first");
    std::filesystem::create_symlink("none/a", folder.file("nowhere"));
    CHECK(writeWholeFile(folder.file("nowhere"), "x"));
    std::filesystem::create_symlink("loop", folder.file("loop"));
    CHECK(writeWholeFile(folder.file("loop"), "x"));
    CHECK(std::filesystem::is_symlink(folder.file("loop")));
}

TEST_CASE("a pipe is written to in place") {
    const TemporaryFolder folder;
    const std::string path = folder.file("pipe");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string read;
    std::thread reader([&] { read = readFile(path); });
    const auto error = writeWholeFile(path, "through");
    reader.join();
    CHECK(!error);
    CHECK(read == "through");
    CHECK(std::filesystem::is_fifo(path));
}

TEST_CASE("a file that is replaced takes a link's place, and what the link leads to stays") {
    const TemporaryFolder folder;
    writeFile(folder.file("precious"), "precious");
    std::filesystem::create_symlink(folder.file("precious"), folder.file("link"));
    CHECK(!replaceFile(folder.file("link"), "new"));
    CHECK(readFile(folder.file("link")) == "new");
    CHECK(!std::filesystem::is_symlink(folder.file("link")));
    CHECK(readFile(folder.file("precious")) == "precious");
    CHECK(!replaceFile(folder.file("fresh"), "first"));
    CHECK(!replaceFile(folder.file("fresh"), "second"));
    CHECK(readFile(folder.file("fresh")) == "second");
    std::filesystem::create_directory(folder.file("folder"));
    CHECK(replaceFile(folder.file("folder"), "x").has_value());
}
