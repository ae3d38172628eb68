#include "core/drive/folder_lock.h"
#include "tests/support/sample_database.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace flipscope;
using testing::TemporaryFolder;

namespace {

// What a file system without locks answers; 0: the system's own.
int lockError = 0;

}  // namespace

// Takes the place of the C library's in this test.
extern "C" int flock(int file, int operation) noexcept {
    if (lockError == 0) return static_cast<int>(::syscall(SYS_flock, file, operation));
    errno = lockError;
    return -1;
}

namespace {

FolderLock taken(const std::string& folder, const std::string& name) {
    auto lock = FolderLock::take(folder, name);
    REQUIRE_MESSAGE(lock, lock.errorMessage());
    return std::move(lock).value();
}

}  // namespace

TEST_CASE("a second one is told who has the lock, and gets it when that one has ended") {
    const TemporaryFolder folder;
    const std::string runs = folder.file("runs");
    {
        const FolderLock lock = taken(runs, "run1");
        CHECK(lock.holder().empty());
        CHECK(lock.impossible().empty());
        const FolderLock second = taken(runs, "run1");
        CHECK(second.holder().find("process " + std::to_string(::getpid()) + " on ") == 0);
        CHECK(inUseError(runs, second).message.find(second.holder()) != std::string::npos);
        CHECK(taken(runs, "run2").holder().empty());
        CHECK(lockRemarks(runs, lock).empty());
    }
    CHECK(taken(runs, "run1").holder().empty());
    CHECK(!std::filesystem::exists(runs + "/.locks"));
}

TEST_CASE("a lock that is moved stays one") {
    const TemporaryFolder folder;
    FolderLock lock = taken(folder.path(), "a");
    const FolderLock moved = std::move(lock);
    CHECK(!taken(folder.path(), "a").holder().empty());
    FolderLock other = taken(folder.path(), "b");
    other = taken(folder.path(), "c");
    CHECK(taken(folder.path(), "b").holder().empty());
    CHECK(!taken(folder.path(), "c").holder().empty());
}

TEST_CASE("a killed process leaves no lock behind, only its file") {
    const TemporaryFolder folder;
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const auto lock = FolderLock::take(folder.path(), "run1");
        [[maybe_unused]] const ssize_t written = ::write(ends[1], "x", 1);
        for (;;)
            ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ends[0], &byte, 1) == 1);
    CHECK(taken(folder.path(), "run1").holder().find("process " + std::to_string(child)) == 0);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(std::filesystem::exists(folder.file(".locks/run1")));
    CHECK(taken(folder.path(), "run1").holder().empty());
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("the whole folder is locked apart from its runs; what cannot be written is an error") {
    const TemporaryFolder folder;
    const auto whole = lockWholeFolder(folder.path());
    REQUIRE(whole);
    CHECK(taken(folder.path(), "run1").holder().empty());
    CHECK(lockWholeFolder(folder.path()).errorMessage().find("is in use: process ") != std::string::npos);
    testing::writeFile(folder.file("file"), "");
    CHECK(!FolderLock::take(folder.file("file"), "a"));
    // A link in its place is not followed: it would be another folder's file.
    std::filesystem::create_directories(folder.file(".locks"));
    std::filesystem::create_symlink(folder.file("file"), folder.file(".locks/linked"));
    CHECK(!FolderLock::take(folder.path(), "linked"));
}

TEST_CASE("a file system without locks is told, and work goes on") {
    const TemporaryFolder folder;
    for (const int error : {ENOLCK, ENOSYS, EOPNOTSUPP}) {
        lockError = error;
        const auto lock = lockWholeFolder(folder.path());
        const auto second = lockWholeFolder(folder.path());
        lockError = 0;
        REQUIRE(lock);
        REQUIRE(second);
        CHECK(lock.value().holder().empty());
        CHECK(!lock.value().impossible().empty());
        REQUIRE(lockRemarks(folder.path(), lock.value()).size() == 1);
        CHECK(lockRemarks(folder.path(), lock.value())[0].find("gives no locks (") != std::string::npos);
    }
}

TEST_CASE("a lock that fails once costs nobody else's") {
    const TemporaryFolder folder;
    const FolderLock holder = taken(folder.path(), "all");
    lockError = ENOLCK;
    CHECK(!taken(folder.path(), "all").impossible().empty());
    lockError = 0;
    CHECK(taken(folder.path(), "all").holder().find("process " + std::to_string(::getpid())) == 0);
}

TEST_CASE("locks that come and go beside each other leave each other alone") {
    const TemporaryFolder folder;
    std::atomic<int> inside = 0, most = 0, failures = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&, i] {
                for (int round = 0; round < 300; ++round) {
                    const auto own = FolderLock::take(folder.path(), "own" + std::to_string(i));
                    if (!own || !own.value().holder().empty()) ++failures;
                    const auto shared = FolderLock::take(folder.path(), "shared");
                    if (!shared) ++failures;
                    if (!shared || !shared.value().holder().empty()) continue;
                    most = std::max<int>(most, ++inside);
                    --inside;
                }
            });
        }
    }
    CHECK(failures == 0);
    CHECK(most == 1);
    CHECK(!std::filesystem::exists(folder.file(".locks")));
}
