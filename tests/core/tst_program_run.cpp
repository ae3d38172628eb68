#include "core/drive/program_run.h"
#include "core/drive/started_program.h"
#include "core/process/marked_processes.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <thread>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace std::chrono_literals;
using testing::readFile;
using testing::TemporaryFolder;

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
    CHECK(runProgram(run, {}).errorMessage().find("none/out") != std::string::npos);
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
    CHECK(end.value().leftRunning.size() == 1);
    CHECK(markedProcesses(std::string(kMarkVariable) + "=" + noted->mark).empty());
    CHECK(!std::filesystem::exists(run.noteFile));
}

TEST_CASE("one that is not noted is not marked") {
    const TemporaryFolder folder;
    REQUIRE(runProgram(shell(folder, "echo ${FLIPSCOPE_RUN-none}"), {}));
    CHECK(readFile(folder.file("out")) == "none\n");
}
