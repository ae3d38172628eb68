#include "core/drive/program_run.h"
#include "core/drive/started_program.h"
#include "core/process/marked_processes.h"
#include "tests/support/sample_database.h"

#include <csignal>
#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;
using testing::readFile;
using testing::TemporaryFolder;

namespace {

enum class Deaf { none, groups, sessions };
// Which signals go astray, as if the system held those that they are for: to groups, or to processes in sessions of
// their own.
Deaf deaf = Deaf::none;

}  // namespace

// Takes the place of the C library's in this test.
extern "C" int kill(pid_t process, int signal) noexcept {
    const bool isLost = (deaf == Deaf::groups && process < 0) ||
                        (deaf == Deaf::sessions && process > 0 && ::getsid(process) != ::getsid(0));
    return isLost ? 0 : static_cast<int>(::syscall(SYS_kill, process, signal));
}

namespace {

ProgramRun shell(const TemporaryFolder& folder, const std::string& script) {
    ProgramRun run;
    run.command.arguments = {"sh", "-c", script};
    run.outputFile = folder.file("out");
    run.errorFile = folder.file("err");
    return run;
}

}  // namespace

TEST_CASE("both streams go to their files, and the end is told") {
    const TemporaryFolder folder;
    const auto end = runProgram(shell(folder, "cat; yes x | head -c 300000; echo oops >&2; exit 3"), {});
    REQUIRE(end);
    CHECK(end.value().end.status == 3);
    CHECK(!end.value().timedOut);
    CHECK(readFile(folder.file("out")).size() == 300'000);
    CHECK(readFile(folder.file("err")) == "oops\n");
}

TEST_CASE("a time limit ends the program, and what it wrote is kept") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder, "echo begun; sleep 100");
    run.limit = 300ms;
    std::size_t ticks = 0;
    run.tick = [&ticks](std::chrono::milliseconds) { ++ticks; };
    const auto end = runProgram(run, {});
    REQUIRE(end);
    CHECK(end.value().timedOut);
    CHECK(end.value().seconds < 60);
    CHECK(ticks > 0);
    CHECK(readFile(folder.file("out")) == "begun\n");
}

TEST_CASE("a stop request ends it") {
    const TemporaryFolder folder;
    std::stop_source stop;
    std::jthread later([&stop] {
        std::this_thread::sleep_for(200ms);
        stop.request_stop();
    });
    const auto end = runProgram(shell(folder, "sleep 100"), stop.get_token());
    REQUIRE(end);
    CHECK(end.value().stopped);
}

TEST_CASE("what cannot be started or written is an error") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder, "true");
    run.command.arguments = {"/no/such/program"};
    CHECK(runProgram(run, {}).errorMessage().find("/no/such/program") != std::string::npos);
    run = shell(folder, "true");
    run.outputFile = folder.file("none/out");
    CHECK(runProgram(run, {}).errorMessage() == "cannot write " + run.outputFile + ": No such file or directory");
}

TEST_CASE("a noted program can be found while it runs, and leaves nothing running and no note behind") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder, "setsid sleep 300 & echo $FLIPSCOPE_RUN; cat note; echo $$; sleep 0.2");
    run.command.folder = folder.path();
    run.noteFile = folder.file("note");
    std::optional<StartedProgram> noted;
    run.tick = [&](std::chrono::milliseconds) {
        if (const auto read = readStartedProgram(run.noteFile)) noted = read.value();
    };
    const auto end = runProgram(run, {});
    REQUIRE_MESSAGE(end, end.errorMessage());
    REQUIRE(noted);
    CHECK(readFile(run.outputFile).find(noted->mark + "\n") == 0);
    CHECK(readFile(run.outputFile).find("\n" + std::to_string(noted->process.number) + "\n") != std::string::npos);
    CHECK(end.value().leftRunning.ended.size() == 1);
    CHECK(end.value().leftRunning.unstopped.empty());
    CHECK(markedProcesses(std::string(kMarkVariable) + "=" + noted->mark).empty());
    CHECK(!std::filesystem::exists(run.noteFile));
}

TEST_CASE("one that is not noted is not marked") {
    const TemporaryFolder folder;
    REQUIRE(runProgram(shell(folder, "echo ${FLIPSCOPE_RUN-none}"), {}));
    CHECK(readFile(folder.file("out")) == "none\n");
}

TEST_CASE("a time limit and a stop request end a program that has left its group, too") {
    const TemporaryFolder folder;
    for (const bool isStopped : {false, true}) {
        ProgramRun run = shell(folder, "");
        run.command.arguments = {"setsid", "sleep", "30"};  // which ends it when nothing else does
        std::stop_source stop;
        if (!isStopped) run.limit = 300ms;
        run.tick = [&](std::chrono::milliseconds passed) {
            if (isStopped && passed > 300ms) stop.request_stop();
        };
        const auto end = runProgram(run, stop.get_token());
        REQUIRE_MESSAGE(end, end.errorMessage());
        CHECK(end.value().end.signal == SIGTERM);
        CHECK(end.value().timedOut == !isStopped);
        CHECK(end.value().stopped == isStopped);
        CHECK(end.value().seconds < 20);
    }
}

TEST_CASE("what is left of the group and still on its way out was not left running") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder, "sleep 300 & echo $!");
    run.noteFile = folder.file("note");
    deaf = Deaf::groups;
    const auto end = runProgram(run, {});
    deaf = Deaf::none;
    REQUIRE_MESSAGE(end, end.errorMessage());
    CHECK(end.value().leftRunning.ended.empty());
    CHECK(end.value().leftRunning.unstopped.empty());
    CHECK(!processIdentity(static_cast<pid_t>(std::stol(readFile(run.outputFile)))));
    CHECK(!std::filesystem::exists(run.noteFile));
}

TEST_CASE("the note of a program that cannot be ended whole stays") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder,
                           "setsid sh -c ': > there; exec sleep 300' & echo $!\n"
                           "while [ ! -e there ]; do sleep 0.01; done");
    run.command.folder = folder.path();
    run.noteFile = folder.file("note");
    deaf = Deaf::sessions;
    const auto end = runProgram(run, {});
    deaf = Deaf::none;
    REQUIRE_MESSAGE(end, end.errorMessage());
    const auto left = static_cast<pid_t>(std::stol(readFile(run.outputFile)));
    CHECK(end.value().leftRunning.ended.empty());
    CHECK(end.value().leftRunning.unstopped == std::vector<pid_t>{left});
    CHECK(readStartedProgram(run.noteFile));
    CHECK(::kill(left, SIGKILL) == 0);
}

TEST_CASE("a program whose output cannot be kept is ended with all that it left") {
    const TemporaryFolder folder;
    ProgramRun run = shell(folder,
                           "setsid sh -c 'echo $FLIPSCOPE_RUN > part; mv part mark; exec sleep 300' &\n"
                           "while [ ! -e mark ]; do sleep 0.01; done; echo x; sleep 300");
    run.command.folder = folder.path();
    run.outputFile = "/dev/full";
    run.noteFile = folder.file("note");
    CHECK(runProgram(run, {}).errorMessage() == "cannot write /dev/full: No space left on device");
    const std::string mark = readFile(folder.file("mark"));
    REQUIRE(mark.size() > 1);
    CHECK(markedProcesses(variableOf(mark.substr(0, mark.size() - 1))).empty());
    CHECK(!std::filesystem::exists(run.noteFile));
}
