#include "core/process/process_identity.h"

#include <csignal>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace flipscope;

TEST_CASE("a process is the same one as long as it runs, and no other") {
    const auto self = processIdentity(::getpid());
    REQUIRE(self);
    CHECK(self->number == ::getpid());
    CHECK(self->started > 0);
    CHECK(self->boot.size() == 36);
    CHECK(self == processIdentity(::getpid()));
    const auto parent = processIdentity(::getppid());
    REQUIRE(parent);
    CHECK(!(self == parent));
    CHECK(parent->started <= self->started);
    CHECK(bootId() == self->boot);
}

TEST_CASE("one that is over is none, waited for or not") {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    CHECK(processIdentity(child));
    ::kill(child, SIGKILL);
    siginfo_t info{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0);
    CHECK(!processIdentity(child));
    ::waitpid(child, nullptr, 0);
    CHECK(!processIdentity(child));
    CHECK(!processIdentity(0));
}
