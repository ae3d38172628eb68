#include "core/process/group_guard.h"
#include "core/process/process_identity.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

bool endsSoon(pid_t process) {
    for (int i = 0; i < 1000 && processIdentity(process); ++i)
        std::this_thread::sleep_for(10ms);
    return !processIdentity(process);
}

}  // namespace

TEST_CASE("a guard leads a group of its own and is gone with its value") {
    pid_t group = -1;
    {
        const auto guard = GroupGuard::start();
        REQUIRE(guard);
        group = guard->group();
        CHECK(::getpgid(group) == group);
        ::kill(group, SIGTERM);  // a request to end is not for the guard
        ::kill(group, SIGHUP);
        std::this_thread::sleep_for(50ms);
        CHECK(processIdentity(group));
    }
    CHECK(!processIdentity(group));
}

TEST_CASE("the group is killed with the program that made the guard, however that ended") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t program = ::fork();
    REQUIRE(program >= 0);
    if (program == 0) {
        const auto guard = GroupGuard::start();
        const pid_t member = guard ? ::fork() : -1;
        if (member == 0) {
            ::setpgid(0, guard->group());
            ::signal(SIGTERM, SIG_IGN);
            // The pipe of the guard is this process's as well, as it is of no program that was started by exec.
            for (int file = 3; file < 64; ++file)
                ::close(file);
            for (;;)
                ::pause();
        }
        const pid_t known[2] = {guard ? guard->group() : -1, member};
        std::this_thread::sleep_for(200ms);
        [[maybe_unused]] const ssize_t written = ::write(ends[1], known, sizeof known);
        for (;;)
            ::pause();
    }
    pid_t known[2] = {-1, -1};
    REQUIRE(::read(ends[0], known, sizeof known) == sizeof known);
    REQUIRE(known[0] > 0);
    REQUIRE(::getpgid(known[1]) == known[0]);
    ::kill(program, SIGKILL);
    ::waitpid(program, nullptr, 0);
    CHECK(endsSoon(known[0]));
    CHECK(endsSoon(known[1]));
    ::close(ends[0]);
    ::close(ends[1]);
}
